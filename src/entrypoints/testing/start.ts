/** Starts the simulator from code. */

import { newInstanceId } from '../../kit/random/random.js'
import { type BaseUrls, baseUrlsAt } from '../../market/catalogue/base-urls.js'
import { withoutOverridden } from '../../scenario/overrides.js'
import { requireInheritable } from '../../scenario/read/inheritance.js'
import { createLocalFetch } from '../../server/http/local/fetch.js'
import { type RunningSimulator, startServer as start } from '../../server/simulator.js'
import { inheritedPrices } from '../../session/inherited-prices.js'
import type { SessionSettings } from '../../session/session.js'
import type { SessionOptions, Simulator, SimulatorOptions, SimulatorSession } from './api.js'
import { noteServer } from './browser-proxy.js'
import { readClock } from './clock.js'
import { SESSION_KEYS, toSettings } from './options.js'
import { watchRequests, whilePendingRequests } from './pending-requests.js'
import { createSessionApi } from './session.js'
import { givenIn, printBug, sourcesOf } from './sources.js'
import { inCode, requireKnownKeys, toMs } from './usage-errors.js'

/**
 * Starts a simulator on 127.0.0.1, at any free port, with its clock frozen at 2026-01-01T00:00:00Z by default. It listens
 * until `stop`, which `await using` calls at the end of the block.
 *
 * @param options Such as seed, clock, scenario and port. No environment variable is read.
 * @returns The running simulator: addresses, clock, journal, sessions.
 * @throws UserError for an invalid option, an unreadable scenario, or a port in use.
 * @example
 * import { startSimulator } from 'gmx-sim'
 *
 * const sim = await startSimulator({ seed: '42', clock: { at: '2026-03-01T12:00:00Z' } })
 * const tickers = await (await fetch(`${sim.baseUrl('arbitrum')}/prices/tickers`)).json()
 * assert.equal(tickers.length, 125)
 * await sim.stop()
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = toSettings(options, 'startSimulator')
  const onBug = options.onBug ?? printBug
  try {
    return createApi(await start(settings, onBug, givenIn(options)))
  } catch (error) {
    throw inCode(error)
  }
}

const SESSION_ENDED = 'make another with session(), or give it a longer ttl'

function createApi(running: RunningSimulator): Simulator {
  const { sessions, url, baseUrls, context, app } = running
  const stopWatching = watchRequests()
  let stopping: Promise<void> | undefined
  const stopped = () =>
    stopping && { what: 'the simulator is stopped', hint: 'start another, or stop it later' }
  const apiOf = (
    session: RunningSimulator['session'],
    at: { readonly url: string; readonly baseUrls: BaseUrls },
    life: Pick<Parameters<typeof createSessionApi>[0], 'ended' | 'end'>,
  ): SimulatorSession => {
    const fetch = createLocalFetch({ context, app, session, url: at.url })
    const api = createSessionApi({
      session,
      ...at,
      fetch: (input, init) => whilePendingRequests(() => fetch(input, init)),
      ...life,
    })
    noteServer(api, { app, session, sessionId: session === running.session ? undefined : session.id })
    return api
  }
  const own = apiOf(
    running.session,
    { url, baseUrls },
    {
      ended: stopped,
      end() {
        stopWatching()
        stopping ??= running.stop()
        return stopping
      },
    },
  )
  return {
    ...own,
    async session(options = {}) {
      own.clock.now()
      const { id = newInstanceId(), ttl } = options
      const ttlMs = ttl === undefined ? undefined : toMs(ttl, 'the ttl')
      const change = await changeOf(options, running)
      try {
        own.clock.now()
        const session = sessions.create(id, change, ttlMs)
        const below = `${url}/s/${id}`
        return apiOf(
          session,
          { url: below, baseUrls: baseUrlsAt(below, session.catalogue.bases) },
          {
            ended: () =>
              sessions.find(id) === session
                ? undefined
                : (stopped() ?? { what: `the session ${id} has ended`, hint: SESSION_ENDED }),
            async end() {
              if (sessions.find(id) === session) sessions.end(id)
            },
          },
        )
      } catch (error) {
        throw inCode(error)
      }
    },
  }
}

/** Settings of a new session; given options override its scenario. */
async function changeOf(
  options: SessionOptions,
  { sessions }: RunningSimulator,
): Promise<Partial<SessionSettings>> {
  requireKnownKeys(options, SESSION_KEYS, 'session')
  const { seed, dialect } = options
  const { start, root } = sessions
  const clock = options.clock && readClock(options.clock)
  const sources = sourcesOf(options.catalogue)
  const catalogue = sources.length === 0 ? undefined : await sessions.catalogueWith(sources)
  const known = catalogue ?? root.catalogue
  const load = givenIn(options)
  const loaded = await load.scenario?.(known)
  const prices = await load.prices?.(known)
  const scenario = loaded ?? start.scenario
  if (catalogue !== undefined)
    requireInheritable(loaded ? undefined : scenario, inheritedPrices(start, prices), catalogue)
  const given = {
    seed: seed !== undefined,
    dialect: dialect !== undefined,
    clock: clock?.mode !== undefined || clock?.rate !== undefined,
    at: clock?.atMs !== undefined,
  }
  return {
    ...(catalogue && { catalogue }),
    ...(seed !== undefined && { seed: String(seed) }),
    ...(dialect !== undefined && { dialect }),
    ...(clock && { clock: { ...start.clock, ...clock } }),
    ...(scenario && { scenario: withoutOverridden(scenario, given) }),
    ...(prices && { prices }),
    ...(options.intercepted && { splitPorts: true }),
  }
}
