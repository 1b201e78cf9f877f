/**
 * Faults. Each is one small file that declares its syntax, its effect, and one row of documentation. It acts at exactly one stage of a
 * reply:
 *
 *   request ───► as-of ──► world ──► reply ──► edit ──► connection ──► client
 *                older data          instead   changed  how it
 *                                    of data   data     is sent
 *
 * Three more stages are off this path: `code` rewrites the reply as the user's function says, `port` lets no request arrive, `stream` acts on
 * an open WebSocket. `as-of`, `edit` and a connection fault with `frame` act on each of its frames, all others on its handshake.
 */
import type * as z from 'zod'
import type { Dialect, Endpoint, Layout } from '../api/endpoints/define.js'
import type { Connection, Reply } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Flaw, OutcomeClass } from '../kit/outcome-class.js'
import type { Draws } from '../kit/random/draws.js'
import type { Network } from '../market/catalogue/types.js'
import type { World } from '../market/world/types.js'
import type { Bucket } from './token-bucket.js'

/** Context of a fault: the request on which its rule fires. */
export interface FaultContext {
  readonly endpoint: Endpoint | undefined
  /** Arrival, virtual ms since 1970. */
  readonly atMs: number
  /** The rule's first firing, virtual ms since 1970. */
  readonly firstFiredAtMs: number
  /** Draws for this call of this rule. */
  readonly draws: Draws
  /** Time until its bucket has a token again; 0 without a bucket. */
  readonly waitMs: number
}

/** Additional context of faults that edit data. */
export interface EditContext extends FaultContext {
  readonly network: Network
  readonly world: World
  /** Positions of lists, values and times in the reply. */
  readonly layout: Layout
}

/** Overrides of the request that is answered. */
export interface FaultEffect {
  readonly atMs?: number
  readonly dialect?: Dialect
  /** The instant that a frame of a stream claims to be of; that of its data by default. */
  readonly originMs?: number
}

/** Effect of a fault on an open WebSocket. */
export interface StreamEffect {
  /** Frames that are not sent: all, or those of channels that were subscribed to since the rule began. */
  readonly withholds?: 'all' | 'new'
  /** How much later frames are sent. */
  readonly lateMs?: number
  /** Closes it `afterMs` after it was opened, or the rule began; null: if it was open before the rule began. */
  readonly drop?: { readonly afterMs: number | null; readonly code: 1001 | 1006 }
}

export type FaultStage<Options> =
  | { readonly on: 'reply'; reply(options: Options, context: FaultContext): Reply }
  /** Answers for an earlier instant, or in another dialect. */
  | { readonly on: 'as-of'; question(options: Options, context: FaultContext): FaultEffect }
  /** `body` is a parsed copy of a good reply's body; the result, or promised result, is sent as JSON. */
  | { readonly on: 'edit'; edit(body: unknown, options: Options, context: EditContext): unknown }
  | {
      readonly on: 'connection'
      send(connection: Connection, reply: Reply, options: Options): void | Promise<void>
      /** Whether the client never sees the status of the reply. */
      silent?(options: Options, status: number): boolean
      /** Acts on the body before compression. */
      readonly plain?: true
      /** Acts on the body alone: not on the handshake of a stream. */
      readonly bodyOnly?: true
      /** Leaves error replies unchanged. */
      readonly goodOnly?: true
      /** Acts on the frames of a stream in this way, not on its handshake. */
      frame?(frame: Buffer, options: Options): Buffer
    }
  | {
      readonly on: 'stream'
      effect(options: Options): StreamEffect
      /** Whether connections that are made while the rule is active are unaffected. */
      sparesNew?(options: Options): boolean
    }
  /** User code rewrites any reply, errors included. Rejects if the code throws. */
  | { readonly on: 'code'; rewrite(reply: Reply, options: Options, request: ApiRequest): Promise<Reply> }
  /** Refuses connections instead of affecting requests, see `closed-ports.ts`. */
  | {
      readonly on: 'port'
      /** The certificate that clients must reject, for a sentence; undefined if none is presented. */
      certificate?(options: Options): string | undefined
    }

export interface Fault<Options = unknown> {
  /** Its key in a scenario's `fault`. */
  readonly key: string
  readonly about: string
  /** Examples for the documentation. */
  readonly examples: readonly string[]
  /** Effect on a request, for `explain`: `answers 429, Retry-After 2 s`. */
  inWords(options: Options): string
  /** Its keys in a scenario's `fault`: `key` and additional ones. Called when a scenario is read. */
  shape(): z.ZodRawShape
  /** Outcome for affected clients. If the reply is an error even without the fault, `good` and `wrong` yield to that. */
  readonly outcomeClass: OutcomeClass | ((options: Options) => OutcomeClass)
  /** Flaw of the data it sends; null for correct data, or no data. */
  readonly flaw: Flaw | null
  readonly stage: FaultStage<Options>
  /** Whether it can change a good reply of an endpoint in a dialect; by default it always can. */
  acts?(options: Options, endpoint: Endpoint, dialect: Dialect): boolean
  /** A bucket that admits requests: the fault fires only while it is empty. */
  bucket?(options: Options): Bucket
}

type Declared<Shape extends z.ZodRawShape, Key extends string> = Fault<z.output<z.ZodObject<Shape>>> & {
  readonly key: Key & keyof Shape
  shape(): Shape
}

/** Declares a fault; its stage receives the options that its shape describes. */
export function defineFault<Shape extends z.ZodRawShape, const Key extends string>(
  fault: Declared<Shape, Key>,
): Fault & { readonly key: Key; shape(): Shape } {
  return fault as unknown as Fault & { readonly key: Key; shape(): Shape }
}

/** One rule's effect on one request. */
export interface Firing {
  readonly ruleId: string
  /** Undefined for a rule that only delays. */
  readonly fault: Fault | undefined
  readonly options: unknown
  readonly context: FaultContext
  readonly delayMs: number
}

/** Whether a fault acts on the frames of a stream, also of one that is open as its rule begins, instead of on the handshake. */
export function actsOnFrames({ stage }: Fault): boolean {
  if (stage.on === 'connection') return stage.frame !== undefined
  return stage.on === 'as-of' || stage.on === 'edit' || stage.on === 'stream'
}
