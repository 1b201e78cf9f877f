/** The session API for tests. */

import type { Endpoint } from '../../api/endpoints/define.js'
import { ENDPOINTS } from '../../api/endpoints/index.js'
import { stream } from '../../api/endpoints/stream.js'
import { errorTextOf } from '../../api/routing/reply.js'
import { ASYNC_DISPOSE } from '../../kit/dispose.js'
import { UserError } from '../../kit/errors.js'
import { untilDone } from '../../kit/lazy.js'
import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import { PRIMARIES, PRIMARY } from '../../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import type { Duration } from '../../scenario/input.js'
import { suggestion } from '../../scenario/read/hints.js'
import { loadScenarioSource } from '../../scenario/read/load.js'
import { advanceClock } from '../../server/control/clock.js'
import { assetsOf } from '../../server/control/market.js'
import { moveMarket, priceChange } from '../../server/control/prices.js'
import type { AppListener } from '../../server/http/lazy-app.js'
import type { LocalFetch } from '../../server/http/local/fetch.js'
import type { LocalConnect } from '../../server/http/local/stream.js'
import { ControlError } from '../../session/control-errors.js'
import type { Session } from '../../session/session.js'
import type { SessionSnapshot } from '../../session/session-settings.js'
import type { Interception, SimulatorSession, SimulatorSnapshot } from './api.js'
import { intercept } from './intercept.js'
import { createJournalReader } from './journal.js'
import { advanceInLockStep } from './lock-step.js'
import { readClock } from './options.js'
import type { Ask } from './replies.js'
import { openStream } from './stream.js'
import { checked, checkedWord, moveBy, requireKnownKeys } from './usage-errors.js'
import { webSocketClass } from './web-socket.js'

export interface SessionApiParts {
  readonly session: Session
  readonly url: string
  readonly baseUrls: SimulatorSession['baseUrls']
  readonly env: SimulatorSession['env']
  readonly fetch: LocalFetch
  readonly connect: LocalConnect
  readonly routes: AppListener
  /** The error for later use; undefined while it is active. */
  ended(): { readonly what: string; readonly hint: string } | undefined
  end(): Promise<void>
}

const states = new WeakMap<SimulatorSnapshot, { readonly of: Session; readonly state: SessionSnapshot }>()

export function createSessionApi(parts: SessionApiParts): SimulatorSession {
  const { session, url, baseUrls, env } = parts
  const over = new AbortController()
  const interceptions: Interception[] = []
  /** Guards every use against an ended session. */
  const alive = (use: string): Session => {
    const end = parts.ended()
    if (end !== undefined) throw new UserError(end.what, `${use} was used afterwards`, end.hint)
    return session
  }
  const now = () => new Date(session.nowMs())
  /** Resolves with the time after a change. */
  const changed = async (use: string, change: (session: Session) => unknown): Promise<Date> => {
    await change(alive(use))
    await session.settled()
    return now()
  }
  const moved = (use: string, by: Duration) =>
    changed(use, ({ clock }) => moveBy(by, (ms) => advanceClock(clock, ms)))
  const stop = untilDone(async (): Promise<void> => {
    over.abort()
    for (const interception of interceptions) interception.stop()
    await parts.end()
  })
  const api: SimulatorSession = {
    id: session.id,
    url,
    baseUrls,
    env,
    liveHosts: session.catalogue.bases.liveHosts,
    clock: {
      now: () => {
        alive('clock.now')
        return now()
      },
      advance: (by) => moved('clock.advance', by),
      set: (change) => changed('clock.set', ({ clock }) => clock.set(readClock(change))),
    },
    journal: createJournalReader(() => alive('journal'), over.signal),
    baseUrl: (network, base) => baseUrlIn(baseUrls, network, base),
    async fetch(input, init) {
      alive('fetch')
      return parts.fetch(input, init)
    },
    routes() {
      alive('routes')
      return parts.routes
    },
    intercept(options) {
      alive('intercept')
      const interception = intercept(api, options)
      interceptions.push(interception)
      return interception
    },
    async stream(network, base) {
      alive('stream')
      return openStream(parts.connect, streamUrlIn(baseUrls, network, base))
    },
    WebSocket: webSocketClass(async (address, init) => {
      alive('WebSocket')
      return parts.connect(address, init)
    }),
    ask: createAsk(() => alive('ask')),
    async advance(by, options = {}) {
      requireKnownKeys(options, ['timers', 'step'], 'advance')
      const { timers, step = '10ms' } = options
      if (timers === undefined) return moved('advance', by)
      return changed('advance', (session) => advanceInLockStep(session, by, timers, step))
    },
    async loadScenario(source) {
      const { catalogue } = alive('loadScenario')
      const scenario = source === undefined ? undefined : await loadScenarioSource(source, catalogue)
      await changed('loadScenario', (session) => session.loadScenario(scenario))
    },
    async setPrice(asset, price, options = {}) {
      requireKnownKeys(options, ['over'], 'setPrice')
      const { over } = options
      const given = { asset, price, ...(over !== undefined && { over }) }
      const change = checked(priceChange, given, 'the price', "write it such as setPrice('ETH', 1500)")
      try {
        moveMarket(alive('setPrice'), change)
      } catch (error) {
        if (!(error instanceof ControlError)) throw error
        throw new UserError('the price cannot be set', error.message, error.hint)
      }
    },
    price: (symbol, network) => {
      const session = alive('price')
      if (network !== undefined) checkedWord(network, session.catalogue.bases.networks, 'network')
      return priceAmong(assetsOf(session, network), symbol)
    },
    snapshot() {
      const snapshot = { at: now() }
      states.set(snapshot, { of: session, state: alive('snapshot').snapshot() })
      return snapshot
    },
    async restore(snapshot) {
      const taken = states.get(snapshot)
      if (taken?.of !== session)
        throw new UserError(
          'the snapshot cannot be restored',
          taken === undefined ? 'it is none' : `it is of ${taken.of.id}, this is ${session.id}`,
          'give what snapshot() of the same session returned',
        )
      await changed('restore', (session) => session.restore(taken.state))
    },
    async reset() {
      await changed('reset', (session) => session.reset())
    },
    stop,
    [ASYNC_DISPOSE]: stop,
  }
  return api
}

/** Throws a UserError for unknown names, which the compiler cannot check. */
export function baseUrlIn(baseUrls: BaseUrls, network: NetworkName, base: BaseName = PRIMARY): string {
  const own = baseUrls[checkedWord<string>(network, Object.keys(baseUrls), 'network')]!
  return own[checkedWord<string>(base, Object.keys(own), 'base')]!
}

/** The price of a token, or of an asset. */
export function priceAmong({ network, assets }: ReturnType<typeof assetsOf>, symbol: string): number {
  const row = assets.find((row) => row.symbol === symbol) ?? assets.find(({ asset }) => asset === symbol)
  if (row !== undefined) return Number(row.price)
  const known = assets.map(({ symbol }) => symbol)
  const hint = suggestion(String(symbol), known, 'write a symbol of its tickers, or another network')
  throw new UserError(`${network} has no priced token of that name`, JSON.stringify(symbol), hint)
}

export const streamUrlIn = (
  baseUrls: BaseUrls,
  network: NetworkName,
  base: BaseName = PRIMARIES[2],
): string => `${baseUrlIn(baseUrls, network, base)}${stream.path}`

const IDS = ENDPOINTS.map(({ id }) => id)

function createAsk(sessionNow: () => Session): Ask {
  return async (network, id, ...[query]) => {
    const session = sessionNow()
    const endpoint: Endpoint = ENDPOINTS[IDS.indexOf(checkedWord(id, IDS, 'endpoint'))]!
    const given = Object.entries(query ?? {}).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    const { bases } = session.catalogue
    const [home] = bases.of(checkedWord(network, bases.networks, 'network'), endpoint.generation)
    const question = {
      network,
      base: home?.base ?? PRIMARY,
      search: String(new URLSearchParams(given)),
      atMs: session.nowMs(),
    } as const
    const { status, body } = await session.answers.answer(session, question, endpoint).reply()
    if (status === 200) return JSON.parse(body.toString())
    throw new UserError(`${id} cannot be asked that`, errorTextOf(body), 'correct the query')
  }
}
