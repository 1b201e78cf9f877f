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

/** One of the variants, without the keys that only others have. */
type OneOf<Union, All = Union> = Union extends unknown
  ? Union & { readonly [Key in Exclude<KeysOf<All>, keyof Union>]?: never }
  : never

export type EndpointId = 'ping' | 'tickers' | 'signed-prices' | 'candles' | 'tokens' | 'markets' | 'markets-info' | 'rates' | 'prices-24h' | 'apy' | 'performance-annualized' | 'performance-snapshots' | 'glvs' | 'glvs-info' | 'incentives' | 'ui-min-version' | 'ui-flags' | 'batch-report'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** Which requests; all when left out. */
export interface MatchInput {
  /** Network, or a list of them. */
  readonly network?: NetworkName | readonly NetworkName[]
  /** Base address, or a list of them; current is the one that served most answers in the 10 s before the scenario was loaded, others the rest. */
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

/** At which of them; always when left out. */
export interface WhenInput {
  /** The n-th request that this rule matched: 3, "1..3" or "4..". */
  readonly calls?: number | `${number}..${number}` | `${number}..`
  /** Every n-th request that this rule matched. */
  readonly every?: number
  /** Fires so many times at most. */
  readonly times?: number
  /** Virtual time since the scenario was loaded, from which on. */
  readonly after?: Duration
  /** Virtual time since the scenario was loaded, before which. */
  readonly until?: Duration
  /** Share of the calls; the draws follow from the seed. */
  readonly chance?: number
}

/** The Retry-After header: whole seconds, or with date the HTTP date so far ahead on the virtual clock. */
export type RetryAfterInput = Duration | { readonly date: Duration }

/** Waits first, in real time; stands alone or beside any outcome. */
export type DelayInput = Duration | { readonly from: Duration; readonly to: Duration } | { readonly median: Duration; readonly p95: Duration }

/** What happens to them: one outcome at most, and a delay if wanted. */
export type FaultInput = OneOf<
  | {
    /** Another reply instead of the data, 200 to 599: an HTTP error, a redirection, a body of its own; Retry-After is sent in whole seconds, or as an HTTP date. */
    readonly status: number
    /** The Retry-After header: whole seconds, or with date the HTTP date so far ahead on the virtual clock. */
    readonly retryAfter?: RetryAfterInput
    /** Headers on top. */
    readonly headers?: Readonly<Record<string, string | number>>
    /** Text, or JSON as a mapping or a list; when left out {"errors":[…]} from 400 on, nothing below; 204, 205 and 304 never have one. */
    readonly body?: string | Readonly<Record<string, unknown>> | readonly unknown[]
    readonly delay?: DelayInput
  }
  | {
    /** 429 with Retry-After while the bucket is empty; so many requests come back per virtual time. */
    readonly rateLimit: {
      readonly requests: number
      readonly per: Duration
      readonly burst?: number
      readonly headers?: Readonly<Record<string, string | number>>
    }
    readonly delay?: DelayInput
  }
  | {
    /** Takes the request, never answers. */
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
    /** Full Content-Length, that share of the bytes of the body, then closes. */
    readonly truncate: number
    readonly delay?: DelayInput
  }
  | {
    /** A broken reply with status 200: cut JSON, a web page, bytes that are not HTTP, a bad chunk size, gzip that is none. */
    readonly malformed: 'json' | 'html' | 'garbage' | 'chunk' | 'encoding'
    readonly delay?: DelayInput
  }
  | {
    /** Slow body, at so many bytes per second of real time. */
    readonly drip: { readonly bytesPerSecond: number }
    readonly delay?: DelayInput
  }
  | {
    /** Data of so much virtual time ago, or frozen at the moment the rule first fired. */
    readonly stale: Duration | 'frozen'
    readonly delay?: DelayInput
  }
  | {
    /** A shorter list: the first share of the rows, or all but those of some tokens and markets. */
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
    /** Replies in another dialect, as on the day the API changed. */
    readonly dialect: 'documented' | 'observed'
    readonly delay?: DelayInput
  }
  | {
    /** Connection refused (only with --split-ports). */
    readonly refuse: true
    readonly delay?: DelayInput
  }
  | {
    /** What a function makes of the reply; from code only. */
    readonly reply: ReplyFunction
    readonly delay?: DelayInput
  }
  | {
    /** Waits first, in real time; stands alone or beside any outcome. */
    readonly delay: DelayInput
  }
>

/** What is done to some requests. */
export interface RuleInput {
  /** Names the rule in the journal and in x-gmx-sim-rule; rule-1, rule-2, … when left out. */
  readonly id?: string
  /** Which requests; all when left out. */
  readonly match?: MatchInput
  /** At which of them; always when left out. */
  readonly when?: WhenInput
  /** What happens to them: one outcome at most, and a delay if wanted. */
  readonly fault: FaultInput
}

/** A move of the market itself, on all networks. */
export type EventInput = OneOf<
  | {
    /** An asset or token symbol, a list of them, or * for all. */
    readonly asset: string | readonly string[]
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** Where the price goes, against where it would have been. */
    readonly move: Percent
    /** How long the move takes; at once when left out. */
    readonly over?: Duration
    readonly recover?: {
      /** How long it stays there first. */
      readonly after?: Duration
      /** Where it comes back to, against where it would have been. */
      readonly to: Percent
      /** How long the move takes; at once when left out. */
      readonly over?: Duration
    }
  }
  | {
    /** An asset or token symbol, a list of them, or * for all. */
    readonly asset: string | readonly string[]
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** Where the price goes, in USD, to the quantum; it moves on from there. */
    readonly price: string | number
    /** How long the move takes; at once when left out. */
    readonly over?: Duration
  }
  | {
    /** An asset or token symbol, a list of them, or * for all. */
    readonly asset: string | readonly string[]
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** For how long no price changes. */
    readonly freeze: Duration
  }
  | {
    /** Virtual time since the scenario was loaded. */
    readonly at: Duration
    /** Another branch of the chain from then on, as some base addresses see it. */
    readonly reorg: {
      /** How many of the last blocks get other hashes. */
      readonly depth: number
      readonly network?: NetworkName | readonly NetworkName[]
      readonly base?: BaseName | readonly BaseName[]
    }
  }
>

/** What an asset costs, instead of what the seed says. */
export type PriceInput = OneOf<
  | {
    /** USD at virtual times since the scenario was loaded; the price of that second, to the quantum. */
    readonly points: { readonly [at: Duration]: string | number }
    /** From point to point: on a bridge of the market, a straight line, or in steps. */
    readonly between?: 'bridge' | 'line' | 'steps'
  }
  | {
    /** A file of recorded candles, CSV or JSON; its path counts from the scenario file. */
    readonly candles: string
    /** Virtual time since the scenario was loaded at which the first candle is under way; at its own time when left out. */
    readonly startsAt?: Duration
    /** Of the candles; told by their times when left out. */
    readonly period?: Duration
  }
  | {
    /** Recorded candles in place: [time, open, high, low, close], oldest first. */
    readonly rows: readonly (readonly [time: number | string, open: number | string, high: number | string, low: number | string, close: number | string])[]
    /** Virtual time since the scenario was loaded at which the first candle is under way; at its own time when left out. */
    readonly startsAt?: Duration
    /** Of the candles; told by their times when left out. */
    readonly period?: Duration
  }
>

/** Prices of assets, by asset or token symbol. */
export type PricesInput = Readonly<Record<string, PriceInput>>

export interface DurationBounds {
  /** Good up to this. */
  readonly good?: Duration
  /** Fails beyond this. */
  readonly fails?: Duration
}

export interface NumberBounds {
  /** Good up to this. */
  readonly good?: number
  /** Fails beyond this. */
  readonly fails?: number
}

/** What a good client does, for rehearse: bounds of a check, or off. */
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
  /** Where an editor finds this schema. */
  readonly $schema?: string
  /** What the scenario is called. */
  readonly name?: string
  /** What happens, and what a good client does. */
  readonly description?: string
  /** What prices and chance follow from; the one set at start when left out. */
  readonly seed?: string
  /** Where and how the clock starts. */
  readonly clock?: {
    /** Where the clock starts: ISO 8601, Unix seconds in quotes, or now. */
    readonly at?: string
    /** Whether the clock runs or stands still. */
    readonly mode?: 'real' | 'frozen'
    /** Virtual seconds per real second. */
    readonly rate?: number
  }
  /** Whose replies; those chosen at start when left out. */
  readonly dialect?: 'documented' | 'observed'
  /** What is done to requests; of those that match and fire, the first decides. */
  readonly rules?: readonly RuleInput[]
  /** Moves of the market itself, on all networks. */
  readonly events?: readonly EventInput[]
  /** Prices of assets, by asset or token symbol. */
  readonly prices?: PricesInput
  /** What a good client does, for rehearse: bounds of a check, or off. */
  readonly expect?: ExpectInput
}

/**
 * A path, which counts from the working directory; the name of one that comes with the package, `primary-outage`; the URL
 * of a file; the text of a scenario, YAML or JSON; or a scenario as an object.
 */
export type ScenarioSource = string | URL | ScenarioInput
