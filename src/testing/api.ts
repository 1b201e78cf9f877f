/** What a test has of the simulator: the interface of `gmx-sim` for TypeScript, apart from what it is made of. */

import type { BaseUrls } from '../catalogue/base-urls.js'
import type { BaseName, NetworkName } from '../catalogue/names.js'
import type { JournalEntry } from '../journal/entry.js'
import type { Pause } from '../journal/pauses.js'
import type { CatalogueSource } from '../overlay/input.js'
import type { Duration, EndpointId, PricesInput, ScenarioSource } from '../scenario/input.js'
import type { Ask } from './replies.js'

/** ISO 8601 (UTC unless it says otherwise), Unix seconds, a Date, or `now`, the machine's time; from 1990 to 2100. */
export type Instant = string | number | Date

export interface ClockOptions {
  /** Whether it runs or stands still. */
  readonly mode?: 'real' | 'frozen' | undefined
  readonly at?: Instant | undefined
  /** Virtual seconds per real second while it runs, above 0 and at most 1000000. */
  readonly rate?: number | undefined
}

/** What a session starts from. */
export interface SessionStart {
  /** What all prices and chances follow from: another seed, another market. */
  readonly seed?: string | undefined
  readonly clock?: ClockOptions | undefined
  readonly scenario?: ScenarioSource | undefined
  /**
   * What assets cost instead of what the seed says, by asset or token symbol: points, a file of recorded candles, whose path
   * counts from the working directory, or rows. They stay whatever scenario is loaded; times count from the start and
   * each reset.
   */
  readonly prices?: PricesInput | undefined
  /**
   * Networks, tokens and markets besides or instead of the built-in ones: a path, a URL, a text or an object, or several,
   * one laid over the other.
   */
  readonly catalogue?: CatalogueSource | readonly CatalogueSource[] | undefined
  /** Whose replies: as documented or as observed. */
  readonly dialect?: 'documented' | 'observed' | undefined
}

/** How a session differs from its simulator; what is left out is as that was started. */
export interface SessionOptions extends SessionStart {
  /** Up to 64 letters, digits, `_` or `-`; made up when left out. */
  readonly id?: string | undefined
  /** Ends it by itself after so long in real time; never when left out. */
  readonly ttl?: Duration | undefined
}

/** How a simulator in process starts: with a clock that stands at 2026-01-01T00:00:00Z unless told otherwise. */
export interface AppOptions extends SessionStart {
  /** Price strings in full precision, or compacted by oracleDecimals. */
  readonly priceFormat?: 'full' | 'compacted' | undefined
  /** Cache windows as documented, or off. */
  readonly cache?: 'documented' | 'off' | undefined
  /** Made-up tokens added to each network, 0 to 5000. */
  readonly extraTokens?: number | undefined
  /** Leaves out the x-gmx-sim-… headers. */
  readonly quietHeaders?: boolean | undefined
  /** The private key that signs all prices, as 0x and 64 digits; published development keys when left out. */
  readonly signerKey?: `0x${string}` | undefined
  /** Sends plain bodies also to clients that ask for gzip or br, as `fetch` does. */
  readonly noCompression?: boolean | undefined
  /** Leaves out the control API below `/__sim`. */
  readonly noControl?: boolean | undefined
  /** What control calls over HTTP must carry as a bearer token; at least 8 characters. */
  readonly controlToken?: string | undefined
  /** Told of bugs of the simulator while it answers; they are printed to stderr when left out. */
  readonly onBug?: ((error: unknown) => void) | undefined
}

export interface SimulatorOptions extends AppOptions {
  /** 0, which is what it is when left out, takes any free one. */
  readonly port?: number | undefined
  /** 127.0.0.1 when left out. */
  readonly host?: string | undefined
  /** Each base address on a port of its own too, which alone can refuse connections. */
  readonly splitPorts?: boolean | undefined
}

export interface SimulatorClock {
  now(): Date
  /** Moves it forward and resolves with where it stands then. */
  advance(by: Duration): Promise<Date>
  /** Freezes it, lets it run, sets its rate or travels; what is not given stays. Resolves with where it stands then. */
  set(change: ClockOptions): Promise<Date>
}

/** What entries to look for: every given key must be equal. */
export interface JournalFilter {
  readonly network?: NetworkName | undefined
  readonly base?: BaseName | undefined
  readonly endpoint?: EndpointId | undefined
  /** The id of the rule that decided. */
  readonly rule?: string | undefined
  readonly status?: number | undefined
  readonly method?: string | undefined
  /** `ok`, `error`, the fault that struck, or `nowhere` for requests that came to no base address. */
  readonly outcome?: string | undefined
  /** Which connection it came over, 1 for the first of the server. */
  readonly connection?: number | undefined
  /** The header of that name, at most 200 characters of it. */
  readonly userAgent?: string | undefined
  /** The header x-request-id, at most 200 characters of it. */
  readonly requestId?: string | undefined
  /** Preflights too, which are left out otherwise; `method: 'OPTIONS'` asks for them alone. */
  readonly preflights?: boolean | undefined
}

export interface WaitOptions {
  /** 1 when left out. */
  readonly count?: number | undefined
  /** Real time; 5s when left out. */
  readonly timeout?: Duration | undefined
}

/** What came, and what was done about it. */
export interface SimulatorJournal {
  /** The newest that fit, newest last; the last 10,000 are kept, fewer where many sessions have many. */
  entries(filter?: JournalFilter): readonly Readonly<JournalEntry>[]
  /**
   * How many came, exactly, also of those whose entries are no longer kept; by connection, userAgent and requestId only of
   * those that are.
   */
  count(filter?: JournalFilter): number
  /** Resolves with the entries as soon as that many fit; a UserError when they have not come in time. */
  waitFor(filter?: JournalFilter, options?: WaitOptions): Promise<readonly Readonly<JournalEntry>[]>
  /** Every reply with a Retry-After in seconds, and how long the client waited then. */
  pauses(): readonly Pause[]
  /** Clears entries and counts. */
  clear(): void
}

/** The fake timers of a test: `vi`, `jest`, a clock of sinon's, or `mock.timers` of node:test. */
export type FakeTimers = { advanceTimersByTime(ms: number): unknown } | { tick(ms: number): unknown }

export interface AdvanceOptions {
  /** Moves these along, in small steps, with time for promises and requests in between. */
  readonly timers?: FakeTimers | undefined
  /** How small, which is how far the two may be apart at most; 10ms when left out. */
  readonly step?: Duration | undefined
}

export interface SetPriceOptions {
  /** How long the way there takes, in virtual time; it is there at once when left out. */
  readonly over?: Duration | undefined
}

/** A saved state, for `restore`. */
export interface SimulatorSnapshot {
  /** Virtual time when it was taken. */
  readonly at: Date
}

/** One isolated world: its clock, seed, scenario, counters and journal are nobody else's. */
export interface SimulatorSession extends AsyncDisposable {
  readonly id: string
  /** Such as `http://127.0.0.1:40123/s/mine`; the base addresses lie below. */
  readonly url: string
  readonly baseUrls: BaseUrls
  /** The addresses as environment variables for code that reads them: `GMX_SIM_ARBITRUM_FALLBACK_URL` and so on. */
  readonly env: Readonly<Record<string, string>>
  /** The hosts of the live service that `fetch` answers for, each by the base address that stands for it. */
  readonly liveHosts: readonly string[]
  readonly clock: SimulatorClock
  readonly journal: SimulatorJournal
  /** `baseUrl('arbitrum')`, `baseUrl('arbitrum', 'fallback')`. */
  baseUrl(network: NetworkName, base?: BaseName): string
  /**
   * Asks in process, without a socket: `/arbitrum/ping`, any address of the simulator, or of the live service's hosts.
   * Faults reject and break the body as they would over a connection; a hang lasts until the signal ends it. May be handed
   * to a client in place of `fetch`.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** What a good reply says now, parsed. No rule strikes it and no journal notes it: what a client should have got. */
  readonly ask: Ask
  /**
   * Leads the market to a price in USD, on all networks, as text or a number: `setPrice('ETH', 1500)`, or over a time of its
   * clock: `setPrice('ETH', '1499.99', { over: '10s' })`. Tickers, candles and signed prices say it to the last digit; later
   * prices move on from there, until `reset`. A UserError for an asset or a price that there cannot be.
   */
  setPrice(asset: string, price: string | number, options?: SetPriceOptions): Promise<void>
  /** Moves the clock forward, and a test's fake timers with it. */
  advance(by: Duration, options?: AdvanceOptions): Promise<Date>
  /** Replaces the scenario: its time and counters start anew, held requests are freed. Undefined ends it. */
  loadScenario(scenario: ScenarioSource | undefined): Promise<void>
  snapshot(): SimulatorSnapshot
  /** Makes everything what it was, so that the same requests get the same replies again. */
  restore(snapshot: SimulatorSnapshot): Promise<void>
  /** Back to how it was started. */
  reset(): Promise<void>
  /** Ends it and frees the requests that it holds; again and again does no harm. */
  stop(): Promise<void>
}

/** A running simulator. Its `stop` ends all sessions and connections and frees the port. */
export interface Simulator extends SimulatorSession {
  /** An isolated session at addresses of its own, below `url`. */
  session(options?: SessionOptions): Promise<SimulatorSession>
}
