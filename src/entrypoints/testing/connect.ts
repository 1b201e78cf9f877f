/** The session API of a simulator that runs elsewhere: each call is a control call. */
import { ASYNC_DISPOSE } from '../../kit/dispose.js'
import { untilDone } from '../../kit/lazy.js'
import { groupBy } from '../../kit/maps.js'
import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import { toGivenScenario } from '../../scenario/read/load.js'
import { environmentOf, type GivenEnvironment } from '../../server/config/placeholders.js'
import { createControlClient, RejectedCall } from '../../server/control/client.js'
import { MAX_LINES } from '../../session/journal/lines.js'
import { ROOT_ID } from '../../session/session-settings.js'
import type { ConnectedSession, ConnectedSimulator } from './api.js'
import { SESSION_KEYS } from './options.js'
import { baseUrlIn, priceAmong, streamUrlIn } from './session.js'
import { openStream } from './stream.js'
import { requireKnownKeys } from './usage-errors.js'

/**
 * Connects to a simulator that runs elsewhere: in a globalSetup, a container or another process. Its calls are those of
 * `startSimulator`, and all of them resolve later.
 *
 * @param url Address of the simulator, or of one of its sessions: `process.env.GMX_SIM_URL`.
 * @param options The control token, and names for `sim.env` as in `startSimulator`.
 * @throws UserError without a reply, and for an address without a control API.
 * @example
 * import { connect, startSimulator } from 'gmx-sim'
 *
 * const { url, stop } = await startSimulator()
 * const simulator = await connect(url)
 * const sim = await simulator.session({ scenario: 'primary-down', clock: { mode: 'frozen' } })
 * await sim.clock.advance('5m')
 * await fetch(`${sim.baseUrl('arbitrum', 'fallback')}/ping`)
 * assert.equal(await sim.journal.count({ base: 'fallback', status: 200 }), 1)
 * await simulator.stop()
 * await stop()
 */
export async function connect(
  url: string,
  options: { readonly token?: string | undefined; readonly env?: GivenEnvironment | undefined } = {},
): Promise<ConnectedSimulator> {
  requireKnownKeys(options, ['token', 'env'], 'connect')
  const { token, env } = options
  const { url: below, call } = createControlClient(url, token)
  const [, origin, id = ROOT_ID] = /^(.*?)(?:\/s\/([\w-]+))?$/.exec(below) as RegExpExecArray
  const server = createControlClient(origin!, token)
  const { bases } = await call('GET /bases')
  const baseUrls = Object.fromEntries(
    [...groupBy(bases, ({ network }) => network)].map(([network, own]) => [
      network,
      Object.fromEntries(own.map(({ base, url }) => [base, url])),
    ]),
  ) as BaseUrls
  const made = new Set<ConnectedSession>()
  const stop = untilDone(async () => {
    await Promise.all([...made].map((session) => session.stop()))
  })
  return {
    ...createConnected(below, token, {
      id,
      baseUrls,
      env: environmentOf({ url: below, baseUrls }, env),
      stop,
    }),
    async session(options = {}) {
      requireKnownKeys(options, SESSION_KEYS, 'session')
      const { scenario, clock, ...others } = options
      const reply = await server.call('POST /sessions', {
        env,
        ...others,
        // A Date becomes ISO 8601.
        ...(clock && { clock: JSON.parse(JSON.stringify(clock)) }),
        ...(scenario !== undefined && { scenario: await toGivenScenario(scenario) }),
      })
      const { id, env: own } = reply
      const session = createConnected(`${origin}/s/${id}`, token, {
        id,
        baseUrls: reply.baseUrls as BaseUrls,
        env: own,
        stop: untilDone(async () => {
          made.delete(session)
          await server.call('DELETE /sessions/:id', { id }).catch(unless('no-such-session'))
        }),
      })
      made.add(session)
      return session
    },
  }
}

/** Rethrows all other errors. */
const unless = (code: RejectedCall['code']) => (error: unknown) => {
  if (!(error instanceof RejectedCall && error.code === code)) throw error
}

type Identity = Pick<ConnectedSession, 'id' | 'baseUrls' | 'env' | 'stop'>

function createConnected(url: string, token: string | undefined, own: Identity): ConnectedSession {
  const { call } = createControlClient(url, token)
  const toDate = ({ now }: { readonly now: string }) => new Date(now)
  const entries: ConnectedSession['journal']['entries'] = async (filter = {}) =>
    (await call('GET /journal', { ...filter, limit: MAX_LINES })).entries
  return {
    ...own,
    url,
    clock: {
      now: async () => toDate(await call('GET /clock')),
      advance: async (by) => toDate(await call('POST /clock/advance', { by })),
      set: async (change) => toDate(await call('PUT /clock', JSON.parse(JSON.stringify(change)))),
    },
    journal: {
      entries,
      count: async (filter = {}) => (await call('GET /journal/count', filter)).count,
      async waitFor(match = {}, options = {}) {
        await call('POST /journal/wait', { match, ...options })
        return entries(match)
      },
      pauses: async () => (await call('GET /journal/pauses', { limit: MAX_LINES })).pauses,
      clear: async () => void (await call('DELETE /journal')),
    },
    baseUrl: (network, base) => baseUrlIn(own.baseUrls, network, base),
    async stream(network, base) {
      const { connectStream } = await import('../../server/http/remote-stream.js')
      return openStream(connectStream, streamUrlIn(own.baseUrls, network, base))
    },
    price: async (symbol, network) => priceAmong(await call('GET /market/assets', { network }), symbol),
    setPrice: async (asset, price, options = {}) =>
      void (await call('POST /prices', { asset, price, ...options })),
    loadScenario: async (source) =>
      void (await (source === undefined
        ? call('DELETE /scenario')
        : call('PUT /scenario', await toGivenScenario(source)))),
    async snapshot() {
      const { id } = await call('POST /snapshots')
      return { id, at: toDate(await call('GET /clock')) }
    },
    async restore(snapshot) {
      const { id = '' } = snapshot as { readonly id?: string }
      await call('POST /snapshots/:id/restore', { id })
    },
    reset: async () => void (await call('POST /reset')),
    [ASYNC_DISPOSE]: own.stop,
  }
}
