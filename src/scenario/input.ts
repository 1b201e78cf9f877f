// biome-ignore-all format: made by a program
// biome-ignore-all lint/style/noExcessiveLinesPerFile: made by a program
// Made by `npm run types:inputs` from the schema of scenario files: not to be changed by hand.

/**
 * A scenario as an object, as types: exactly what a scenario file may say, so that an editor knows what may be written
 * and a misspelt key does not compile.
 */
import type { BaseName, NetworkName } from '../catalogue/names.js'
import type { ReplyFunction } from './reply-function.js'

/** A number and its unit: `250ms`, `10s`, `5m`, `2h`, `1d`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** A change in per cent: `-18%`. */
export type Percent = `${number}%`

type KeysOf<Union> = Union extends unknown ? keyof Union : never

/** One of the variants, without the keys of the others. */
type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Key in Exclude<KeysOf<All>, keyof Union>]?: never }
  : never

export type EndpointId = 'ping' | 'tickers' | 'signed-prices' | 'candles' | 'tokens' | 'markets' | 'markets-info' | 'rates' | 'prices-24h' | 'apy' | 'performance-annualized' | 'performance-snapshots' | 'glvs' | 'glvs-info' | 'incentives' | 'ui-min-version' | 'ui-flags' | 'batch-report'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Matched requests; all by default. */
export interface MatchInput {
  /** Network, or a list of them. */
  readonly network?: NetworkName | readonly NetworkName[]
  /** Base address, or a list of them; current is the one that served the most answers in the 10 s before the scenario was loaded, others the rest. */
  readonly base?: BaseName | 'current' | 'others' | readonly (BaseName | 'current' | 'others')[]
  /** Endpoint id, or a list of them. */
  readonly endpoint?: EndpointId | readonly EndpointId[]
  /** Query parameters and the values they must have. */
  readonly query?: Readonly<Record<string, string | number>>
  /** Request headers and the values they must have. */
  readonly header?: Readonly<Record<string, string | number>>
  /** HTTP method; a preflight matches only if OPTIONS is named. */
  readonly method?: Method | readonly Method[]
}

/** Which matched requests it fires on; all by default. */
export interface WhenInput {
  /** The n-th request that this rule matched: 3, "1..3" or "4..". */
  readonly calls?: number | `${number}..${number}` | `${number}..`
  /** Every n-th request that this rule matched. */
  readonly every?: number
  /** Largest number of firings. */
  readonly times?: number
  /** Begin of the window, virtual time since the scenario was loaded. */
  readonly after?: Duration
  /** End of the window, virtual time since the scenario was loaded. */
  readonly until?: Duration
  /** Probability of firing; the draws depend on the seed. */
  readonly chance?: number
}

/** The Retry-After header: whole seconds, or with date the HTTP date that far ahead on the virtual clock. */
export type RetryAfterInput = Duration | { readonly date: Duration }

/** Waits first, in real time; alone or with any other fault. */
export type DelayInput = Duration | { readonly from: Duration; readonly to: Duration } | { readonly median: Duration; readonly p95: Duration }

/** Effect on the requests: at most one fault, and optionally a delay. */
export type FaultInput = OneOf<
  | {
    /** Another reply instead of the data, 200 to 599: an HTTP error, a redirect, or a custom body; Retry-After is sent in whole seconds, or as an HTTP date. */
    readonly status: number
    /** The Retry-After header: whole seconds, or with date the HTTP date that far ahead on the virtual clock. */
    readonly retryAfter?: RetryAfterInput
    /** Additional headers. */
    readonly headers?: Readonly<Record<string, string | number>>
    /** Text, or JSON as a mapping or a list; when left out {"errors":[…]} from 400 on, nothing below; 204, 205 and 304 never have one. */
    readonly body?: string | Readonly<Record<string, unknown>> | readonly unknown[]
    readonly delay?: DelayInput
  }
  | {
    /** Token bucket: 429 with Retry-After while it is empty; refills at a constant rate in virtual time. */
    readonly rateLimit: {
      readonly requests: number
      readonly per: Duration
      readonly burst?: number
      readonly headers?: Readonly<Record<string, string | number>>
    }
    readonly delay?: DelayInput
  }
  | {
    /** Accepts the request, never answers. */
    readonly hang: true
    readonly delay?: DelayInput
  }
  | {
    /** TCP RST, before the head or inside the body. */
    readonly reset: 'before' | 'body'
    readonly delay?: DelayInput
  }
  | {
    /** Closes without a byte. */
    readonly close: true
    readonly delay?: DelayInput
  }
  | {
    /** Full Content-Length, only a share of the body, then closes. */
    readonly truncate: number
    readonly delay?: DelayInput
  }
  | {
    /** A corrupt reply with status 200: truncated JSON, a web page, bytes that are not HTTP, an invalid chunk size, mislabelled gzip. */
    readonly malformed: 'json' | 'html' | 'garbage' | 'chunk' | 'encoding'
    readonly delay?: DelayInput
  }
  | {
    /** Slow body, at a constant rate in bytes per real second. */
    readonly drip: { readonly bytesPerSecond: number }
    readonly delay?: DelayInput
  }
  | {
    /** Data of an earlier virtual time, or frozen at the first firing of the rule. */
    readonly stale: Duration | 'frozen'
    readonly delay?: DelayInput
  }
  | {
    /** An incomplete list: the first share of its rows, or without some tokens and markets. */
    readonly partial: number | { readonly omit: readonly string[] }
    readonly delay?: DelayInput
  }
  | {
    /** Bad values: zero, negative, minAboveMax, scale, number, null, duplicate, missing, notFinite, milliseconds, future, ascending, gap. */
    readonly poison: 'zero' | 'negative' | 'minAboveMax' | 'scale' | 'number' | 'null' | 'duplicate' | 'missing' | 'notFinite' | 'milliseconds' | 'future' | 'ascending' | 'gap'
    readonly delay?: DelayInput
  }
  | {
    /** Signed prices that do not hold: flipped, wrongSigner, staleBlocks, reorgedHash. */
    readonly signature: 'flipped' | 'wrongSigner' | 'staleBlocks' | 'reorgedHash'
    readonly delay?: DelayInput
  }
  | {
    /** Replies in another dialect, as after an API change. */
    readonly dialect: 'documented' | 'observed'
    readonly delay?: DelayInput
  }
  | {
    /** Connection refused (only with --split-ports). */
    readonly refuse: true
    readonly delay?: DelayInput
  }
  | {
    /** The result of a function; in code only. */
    readonly reply: ReplyFunction
    readonly delay?: DelayInput
  }
  | {
    /** Waits first, in real time; alone or with any other fault. */
    readonly delay: DelayInput
  }
>

/** A fault for some requests. */
export interface RuleInput {
  /** Name of the rule in the journal and in x-gmx-sim-rule; rule-1, rule-2, … by default. */
  readonly id?: string
  /** Matched requests; all by default. */
  readonly match?: MatchInput
  /** Which matched requests it fires on; all by default. */
  readonly when?: WhenInput
  /** Effect on the requests: at most one fault, and optionally a delay. */
  readonly fault: FaultInput
}

/** A market move on all networks. */
export type EventInput = OneOf<
  | {
    /** An asset or token symbol, a list of them, or * for all. */
    readonly asset: string | readonly string[]
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** Target price, relative to the undisturbed price. */
    readonly move: Percent
    /** Duration of the move; immediate by default. */
    readonly over?: Duration
    readonly recover?: {
      /** Pause before the recovery. */
      readonly after?: Duration
      /** Price after the recovery, relative to the undisturbed price. */
      readonly to: Percent
      /** Duration of the move; immediate by default. */
      readonly over?: Duration
    }
  }
  | {
    /** An asset or token symbol, a list of them, or * for all. */
    readonly asset: string | readonly string[]
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** Target price in USD, exact; the market moves freely from there. */
    readonly price: string | number
    /** Duration of the move; immediate by default. */
    readonly over?: Duration
  }
  | {
    /** An asset or token symbol, a list of them, or * for all. */
    readonly asset: string | readonly string[]
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** Duration without price changes. */
    readonly freeze: Duration
  }
  | {
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** A chain reorganisation, as seen by some base addresses from then on. */
    readonly reorg: {
      /** Number of latest blocks that get new hashes. */
      readonly depth: number
      readonly network?: NetworkName | readonly NetworkName[]
      readonly base?: BaseName | readonly BaseName[]
    }
  }
>

/** Prices of an asset, instead of the seeded ones. */
export type PriceInput = OneOf<
  | {
    /** USD at virtual times since the scenario was loaded; the exact price of that second. */
    readonly points: { readonly [at: Duration]: string | number }
    /** Interpolation: market noise between the points, a straight line, or steps. */
    readonly between?: 'bridge' | 'line' | 'steps'
  }
  | {
    /** A file of recorded candles, CSV or JSON; relative to the scenario file. */
    readonly candles: string
    /** Virtual time since the scenario was loaded at which the first candle begins; its recorded time by default. */
    readonly startsAt?: Duration
    /** Candle period; derived from the times by default. */
    readonly period?: Duration
  }
  | {
    /** Inline recorded candles: [time, open, high, low, close], oldest first. */
    readonly rows: readonly (readonly [time: number | string, open: number | string, high: number | string, low: number | string, close: number | string])[]
    /** Virtual time since the scenario was loaded at which the first candle begins; its recorded time by default. */
    readonly startsAt?: Duration
    /** Candle period; derived from the times by default. */
    readonly period?: Duration
  }
>

/** Prices of assets, by asset or token symbol. */
export type PricesInput = Readonly<Record<string, PriceInput>>

export interface DurationBounds {
  /** Good up to this bound. */
  readonly good?: Duration
  /** Fails beyond this bound. */
  readonly fails?: Duration
}

export interface NumberBounds {
  /** Good up to this bound. */
  readonly good?: number
  /** Fails beyond this bound. */
  readonly fails?: number
}

/** Expectations of rehearse for a good client: bounds of a check, or off. */
export interface ExpectInput {
  readonly 'keeps-serving'?: 'off' | DurationBounds
  readonly survives?: 'off'
  readonly 'answers-again'?: 'off' | DurationBounds
  readonly 'gives-up'?: 'off' | DurationBounds
  readonly 'retry-after'?: 'off' | NumberBounds
  readonly 'refuses-bad-data'?: 'off' | NumberBounds
  readonly 'notices-stale'?: 'off' | DurationBounds
  readonly 'fails-back'?: 'off' | DurationBounds
  readonly attempts?: 'off' | NumberBounds
  readonly 'retry-ratio'?: 'off' | NumberBounds
  readonly amplification?: 'off' | NumberBounds
  readonly 'leaves-dead-alone'?: 'off' | NumberBounds
  readonly 'keeps-healthy'?: 'off'
  readonly 'no-blind-retry'?: 'off'
  readonly 'backs-off'?: 'off' | NumberBounds
  readonly jitters?: 'off' | NumberBounds
  readonly 'no-flapping'?: 'off' | NumberBounds
}

export interface ScenarioInput {
  /** Location of this schema, for editors. */
  readonly $schema?: string
  /** Name of the scenario. */
  readonly name?: string
  /** The incident, and the behaviour of a good client. */
  readonly description?: string
  /** Seed of prices and random draws; that of the server by default. */
  readonly seed?: string
  /** Start and mode of the clock. */
  readonly clock?: {
    /** Start of the clock: ISO 8601, Unix seconds in quotes, or now. */
    readonly at?: string
    /** Whether the clock runs or is frozen. */
    readonly mode?: 'real' | 'frozen'
    /** Virtual seconds per real second. */
    readonly rate?: number
  }
  /** Dialect of replies; that of the server by default. */
  readonly dialect?: 'documented' | 'observed'
  /** Faults for requests; of several that match and fire, the first wins. */
  readonly rules?: readonly RuleInput[]
  /** Market moves on all networks. */
  readonly events?: readonly EventInput[]
  /** Prices of assets, by asset or token symbol. */
  readonly prices?: PricesInput
  /** Expectations of rehearse for a good client: bounds of a check, or off. */
  readonly expect?: ExpectInput
}

/**
 * A path, which counts from the working directory; the name of one that comes with the package, `primary-outage`; the URL
 * of a file; the text of a scenario, YAML or JSON; or a scenario as an object.
 */
export type ScenarioSource = string | URL | ScenarioInput
