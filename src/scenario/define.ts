/**
 * What a fault is: one small file that declares how it is written in a scenario, what it does, and one row of
 * documentation. It acts at exactly one stage of an answer:
 *
 *   question ──► as-of ──► world ──► reply ──► edit ──► connection ──► client
 *                older data          instead   changed  how it
 *                                    of data   data     is sent
 */
import type * as z from 'zod'
import type { Network } from '../catalogue/types.js'
import type { Flaw, OutcomeClass } from '../core/outcome-class.js'
import type { Draws } from '../core/random.js'
import type { Dialect, Endpoint, Layout } from '../endpoints/define.js'
import type { Connection } from '../routing/connection.js'
import type { Reply } from '../routing/reply.js'
import type { ApiRequest } from '../routing/request.js'
import type { World } from '../world/world.js'
import type { Bucket } from './token-bucket.js'

/** What a fault knows of the request for which its rule fires. */
export interface FaultContext {
  readonly endpoint: Endpoint | undefined
  /** Virtual ms since 1970 when the request came. */
  readonly atMs: number
  /** Virtual ms since 1970 when the rule fired for the first time. */
  readonly firstFiredAtMs: number
  /** Draws of this call of this rule. */
  readonly draws: Draws
  /** What is in its bucket. */
  readonly state: Readonly<Record<string, number>>
}

/** What a fault that changes data knows besides. */
export interface EditContext extends FaultContext {
  readonly network: Network
  readonly world: World
  /** Where the lists, values and times of the reply are. */
  readonly layout: Layout
}

/** What is asked instead; the rest stays. */
export interface FaultEffect {
  readonly atMs?: number
  readonly dialect?: Dialect
}

export type FaultStage<Options> =
  | { readonly on: 'reply'; reply(options: Options, context: FaultContext): Reply }
  /** Another question is answered: one of earlier, or in another dialect. */
  | { readonly on: 'as-of'; question(options: Options, context: FaultContext): FaultEffect }
  /** `body` is the parsed body of a good reply, the fault's own copy; what is returned, or promised, is sent as JSON. */
  | { readonly on: 'edit'; edit(body: unknown, options: Options, context: EditContext): unknown }
  | {
      readonly on: 'connection'
      send(connection: Connection, reply: Reply, options: Options): void | Promise<void>
      /** Whether the client never sees the status that the reply would have. */
      silent?(options: Options, status: number): boolean
      /** Gets the body as it is before it is compressed, as it breaks what is in it. */
      readonly plain?: true
      /** Sends errors as they are. */
      readonly goodOnly?: true
    }
  /** Code of the user's makes of the reply what it likes: any reply, an error too. Rejects where that fails. */
  | { readonly on: 'code'; rewrite(reply: Reply, options: Options, request: ApiRequest): Promise<Reply> }
  /** Does nothing to requests: it keeps connections from being made at all, see `closed-ports.ts`. */
  | { readonly on: 'port' }

export interface Fault<Options = unknown> {
  /** How it is called in a scenario's `fault`. */
  readonly key: string
  readonly about: string
  /** What to write, for the documentation. */
  readonly examples: readonly string[]
  /** What it does to a request, for `explain`: `answers 429, Retry-After 2s`. */
  inWords(options: Options): string
  /** The keys of a scenario's `fault` that are its own: `key`, and what may stand beside it. Made when a scenario is read. */
  shape(): z.ZodRawShape
  /** What a client meets on whom it acts. Where the reply would be an error without the fault, `good` and `wrong` give way to that. */
  readonly outcomeClass: OutcomeClass | ((options: Options) => OutcomeClass)
  /** What is wrong with the data that it sends; null for data that is right, or for no data. */
  readonly flaw: Flaw | null | ((options: Options) => Flaw | null)
  readonly stage: FaultStage<Options>
  /** Whether it can change anything about a good reply of an endpoint in a dialect; always where this is left out. */
  acts?(options: Options, endpoint: Endpoint, dialect: Dialect): boolean
  /** A bucket that lets requests pass while there is something in it: the fault fires only when it is empty. */
  bucket?(options: Options): Bucket
}

type Declared<Shape extends z.ZodRawShape, Key extends string> = Fault<z.output<z.ZodObject<Shape>>> & {
  readonly key: Key & keyof Shape
  shape(): Shape
}

/** Declares a fault: its stage then gets the options that its shape describes. */
export function defineFault<Shape extends z.ZodRawShape, const Key extends string>(
  fault: Declared<Shape, Key>,
): Fault & { readonly key: Key } {
  return fault as unknown as Fault & { readonly key: Key }
}

/** What one rule does to one request. */
export interface Firing {
  readonly ruleId: string
  /** Undefined for a rule that only delays. */
  readonly fault: Fault | undefined
  readonly options: unknown
  readonly context: FaultContext
  readonly delayMs: number
}
