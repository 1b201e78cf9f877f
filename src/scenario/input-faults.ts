/** What may stand behind `fault`, as types: for those who write a scenario as an object rather than as a file. */

/** A number and its unit: `250ms`, `10s`, `5m`, `2h`, `1d`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

/** Waits first: a fixed time, one between two, or a long-tailed one. */
export type DelayInput =
  | Duration
  | { readonly from: Duration; readonly to: Duration }
  | { readonly median: Duration; readonly p95: Duration }

export type PoisonInput =
  | 'zero'
  | 'negative'
  | 'minAboveMax'
  | 'scale'
  | 'number'
  | 'null'
  | 'duplicate'
  | 'missing'
  | 'notFinite'
  | 'milliseconds'
  | 'future'
  | 'ascending'
  | 'gap'

/** Every outcome with what it is given. */
export interface OutcomeInputs {
  /** An HTTP error, 400 to 599, instead of the data. */
  readonly status: number
  /** 429 with Retry-After, only while the bucket is empty: so many requests per time come back, and at most `burst` are saved. */
  readonly rateLimit: {
    readonly requests: number
    readonly per: Duration
    readonly burst?: number
    readonly headers?: Readonly<Record<string, string | number>>
  }
  /** Takes the request, never answers. */
  readonly hang: true
  /** TCP RST, before the head or inside the body. */
  readonly reset: 'before' | 'body'
  /** Closes without a byte. */
  readonly close: true
  /** Full Content-Length, that share of the body, then closes. */
  readonly truncate: number
  /** A broken reply with status 200. */
  readonly malformed: 'json' | 'html' | 'garbage' | 'chunk' | 'encoding'
  /** Slow body. */
  readonly drip: { readonly bytesPerSecond: number }
  /** Data of so long ago, or frozen at the moment the rule first fired. */
  readonly stale: Duration | 'frozen'
  /** A shorter list: the first share of its rows, or all but those of some tokens and markets. */
  readonly partial: number | { readonly omit: readonly string[] }
  /** Bad values in a good reply. */
  readonly poison: PoisonInput
  /** Signed prices that do not hold. */
  readonly signature: 'flipped' | 'wrongSigner' | 'staleBlocks' | 'reorgedHash'
  /** The same data in another dialect. */
  readonly dialect: 'documented' | 'observed'
  /** Connection refused; only with split ports. */
  readonly refuse: true
}

/** What may stand beside an outcome. */
interface Companions {
  readonly status: {
    /** The Retry-After header, sent in whole seconds. */
    readonly retryAfter?: Duration
    readonly headers?: Readonly<Record<string, string | number>>
    /** Text, or JSON as an object or a list; `{"errors":[…]}` when left out. */
    readonly body?: string | Readonly<Record<string, unknown>> | readonly unknown[]
  }
}

type Outcome = keyof OutcomeInputs
type Only<Key extends Outcome> = { readonly [K in Key]: OutcomeInputs[K] } & {
  readonly [K in Exclude<Outcome, Key>]?: never
} & (Key extends keyof Companions ? Companions[Key] : { readonly [K in keyof Companions['status']]?: never })

/** One outcome at most, and a delay if wanted; not nothing. */
export type FaultInput =
  | { [Key in Outcome]: Only<Key> & { readonly delay?: DelayInput } }[Outcome]
  | ({ readonly delay: DelayInput } & { readonly [K in Outcome | keyof Companions['status']]?: never })
