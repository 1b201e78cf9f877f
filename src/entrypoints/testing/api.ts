/** The TypeScript interface of `gmx-sim`, apart from its implementation. */
import type { BaseUrls } from '../../market/catalogue/base-urls.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import type { Duration, ScenarioSource } from '../../scenario/input.js'
import type { GivenEnvironment } from '../../server/config/placeholders.js'
import type { AppListener } from '../../server/http/lazy-app.js'
import type { SimulatorJournal } from './journal-api.js'
import type { Ask } from './replies.js'
import type { ClockOptions, SessionOptions } from './start-options.js'
import type { SimulatedWebSocketClass, SimulatorStream } from './stream-api.js'

export interface SimulatorClock {
  now(): Date
  /** Moves it forward; resolves with the new time. */
  advance(by: Duration): Promise<Date>
  /** Sets mode, rate or time; others stay. Resolves with the new time. */
  set(change: ClockOptions): Promise<Date>
}

/** Fake timers of a test: `vi`, `jest`, a sinon clock, or `mock.timers` of node:test. */
export type FakeTimers = { advanceTimersByTime(ms: number): unknown } | { tick(ms: number): unknown }

export interface AdvanceOptions {
  /** Advances these in lock-step, in small steps with time for promises and requests in between. */
  readonly timers?: FakeTimers | undefined
  /** Step, and so the largest difference of the two clocks; 10ms by default. */
  readonly step?: Duration | undefined
}

export interface SetPriceOptions {
  /** Virtual time of the transition; immediate by default. */
  readonly over?: Duration | undefined
}

export interface InterceptOptions {
  /** Refuses requests to other hosts, except this machine; they pass by default. */
  readonly offline?: boolean | undefined
}

/** Requests to the live hosts reach the simulator until `stop`, which `using` calls at the end of the block. */
export interface Interception extends Disposable {
  /** Number of refused requests, by host: to unknown hosts of GMX, and to others while offline. */
  readonly refused: ReadonlyMap<string, number>
  /** Restores what was before; may be repeated. */
  stop(): void
}

/** A saved state, for `restore`. */
export interface SimulatorSnapshot {
  /** Virtual time of the snapshot. */
  readonly at: Date
}

/** An isolated session with its own clock, seed, scenario, counters and journal. */
export interface SimulatorSession extends AsyncDisposable {
  readonly id: string
  /** Such as `http://127.0.0.1:40123/s/mine`, above its base addresses. */
  readonly url: string
  readonly baseUrls: BaseUrls
  /** Addresses as environment variables: `GMX_SIM_ARBITRUM_FALLBACK_URL` and so on, and those of the option `env`. */
  readonly env: GivenEnvironment
  /** Hosts of the live service that `fetch` answers, each by its base address. */
  readonly liveHosts: readonly string[]
  readonly clock: SimulatorClock
  readonly journal: SimulatorJournal
  /** `baseUrl('arbitrum')`, `baseUrl('arbitrum', 'fallback')`. */
  baseUrl(network: NetworkName, base?: BaseName): string
  /**
   * Requests in process, without a socket: `/arbitrum/ping`, an address of the simulator, or of the live hosts. Faults
   * reject or break the body as a connection would; a hang lasts until the signal aborts it. May replace a client's
   * `fetch`.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Its routes as Express middleware: `app.use('/prices-of-tests', sim.routes())` serves `/prices-of-tests/arbitrum/ping`. */
  routes(): AppListener
  /**
   * Answers the live hosts for the `fetch` of this process and for undici, without sockets, until it is stopped or the
   * session ends. Unknown hosts of GMX are refused. Of several interceptions, the last one answers. For `node:http`, axios
   * and got use `gmx-sim/msw`. Throws where `fetch` is not that of Node, as under happy-dom, bun and deno: use `fetch` above.
   *
   * @example
   * import { startSimulator } from 'gmx-sim'
   *
   * const sim = await startSimulator()
   * const { refused } = sim.intercept({ offline: true })
   * const reply = await fetch('https://arbitrum-api-fallback.gmxinfra.io/ping')
   * assert.deepEqual([reply.status, sim.journal.entries()[0].base], [200, 'fallback'])
   * await assert.rejects(fetch('https://example.com'))
   * assert.deepEqual([...refused.keys()], ['example.com'])
   * await sim.stop()
   */
  intercept(options?: InterceptOptions): Interception
  /**
   * Opens the price stream of a network in process, without a socket: rules and journal see it. Its frames
   * arrive on the session's clock: at once for a subscription, then with each second that the clock advances.
   *
   * @param base `api` by default, or `api-fallback`.
   * @throws UserError if the handshake is refused.
   * @example
   * import { startSimulator } from 'gmx-sim'
   *
   * const sim = await startSimulator()
   * const stream = await sim.stream('arbitrum')
   * stream.subscribe('prices', 'candles:ETH:1m')
   * const first = await stream.next('prices')
   * await sim.clock.advance('1s')
   * const second = await stream.next('prices')
   * assert.equal(second.originTs - first.originTs, 1000)
   * await sim.stop()
   */
  stream(network: NetworkName, base?: BaseName): Promise<SimulatorStream>
  /** Sockets in process to the price stream, for a client that takes its WebSocket as an argument: `{ webSocketImpl: sim.WebSocket }`. */
  readonly WebSocket: SimulatedWebSocketClass
  /** The parsed correct reply, which bypasses rules and the journal. */
  readonly ask: Ask
  /**
   * Moves the market to a USD price on all networks, as text or a number: `setPrice('ETH', 1500)`, or over virtual
   * time: `setPrice('ETH', '1499.99', { over: '10s' })`. Tickers, candles and signed prices agree exactly; later prices
   * continue from there, until `reset`. Throws a UserError for an invalid asset or price.
   */
  setPrice(asset: string, price: string | number, options?: SetPriceOptions): Promise<void>
  /**
   * The median price in USD of this instant, unaffected by rules, cache windows and the price format: the number that candles close
   * on. `price('ETH')`, of the first network by default.
   */
  price(symbol: string, network?: NetworkName): number
  /** Advances the clock, and a test's fake timers in lock-step. */
  advance(by: Duration, options?: AdvanceOptions): Promise<Date>
  /** Replaces the scenario; its time and counters restart, held requests are released. Undefined ends it. */
  loadScenario(scenario: ScenarioSource | undefined): Promise<void>
  snapshot(): SimulatorSnapshot
  /** Restores all state, so that the same requests get the same replies. */
  restore(snapshot: SimulatorSnapshot): Promise<void>
  /** Restores the initial state. */
  reset(): Promise<void>
  /** Ends the session and releases held requests; may be repeated. */
  stop(): Promise<void>
}

/** The calls of an interface, each of which resolves later. */
type Remote<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never
}

/** A session of a simulator elsewhere: the calls of SimulatorSession that do not need its process. */
export interface ConnectedSession
  extends Pick<SimulatorSession, 'id' | 'url' | 'baseUrls' | 'env' | 'baseUrl' | 'stream' | 'setPrice'>,
    Pick<SimulatorSession, 'loadScenario' | 'restore' | 'reset' | 'stop' | typeof Symbol.asyncDispose>,
    Remote<Pick<SimulatorSession, 'price' | 'snapshot'>> {
  readonly clock: Remote<SimulatorClock>
  readonly journal: Remote<SimulatorJournal>
}

/** `stop` ends the sessions that it made; the simulator runs on. */
export interface ConnectedSimulator extends ConnectedSession {
  session(options?: Omit<SessionOptions, 'catalogue' | 'intercepted'>): Promise<ConnectedSession>
}

/** A running simulator. `stop` ends all sessions and connections and frees the port. */
export interface Simulator extends SimulatorSession {
  /** Creates an isolated session with its own addresses below `url`. */
  session(options?: SessionOptions): Promise<SimulatorSession>
}
