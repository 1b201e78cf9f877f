/**
 * What a call of the control API is: one object from which the route, the validation, the OpenAPI operation and the
 * documentation are read. It knows sessions and nothing of HTTP: what it throws has a status, which `http/` sends.
 */
import type * as z from 'zod'
import type { BaseAddress } from '../catalogue/bases.js'
import type { Session, Sessions } from '../session/session.js'
import type { Gathered } from '../session/shared.js'
import type { Repeated, Repetition } from './repeated.js'
import type { Watchers } from './watchers.js'

/** What is told of a call. */
export interface DescribedCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below `/__sim/v1`, parameters as `:name`. */
  readonly path: string
  readonly about: string
  /** Whether it exists per session too, below `/s/<id>/__sim/v1`. */
  readonly perSession: boolean
  /** Whether anybody may ask, without a token and from any page. */
  readonly isOpen?: true
  /** The JSON body; none is read where this is left out. */
  readonly body?: z.ZodType
  /** A body that is text of its own kind: a scenario in YAML or JSON. */
  readonly textBody?: true
  /** It changes the session: nobody else does so meanwhile, and all who answer for the session know of it before it is answered. */
  readonly changes?: true
  /** What it reads that others may have added to; of its session; brought up to date before. */
  readonly reads?: readonly Gathered[]
  /** A body that is good. */
  readonly example?: unknown
  readonly query?: z.ZodType
  /** Status of success; 200 when left out. */
  readonly status?: number
  /** What it answers; `text` for anything but JSON. */
  readonly reply: z.ZodType | 'text'
  /** What it tells for as long as its client listens, by name: such a call has no other reply. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /** Its own errors, beyond those that any call like it may answer. */
  readonly errors?: readonly CallError[]
}

/** What a call drives. */
export interface Controlled {
  readonly sessions: Sessions
  readonly instanceId: string
  readonly version: string
  readonly algorithm: number
  /** The ports that base addresses of the server's own session have of their own. */
  readonly portBases: ReadonlyMap<number, BaseAddress>
  /** The command line of a server that shows the same. */
  readonly commandFor: (repeated: Repeated) => Repetition
  readonly watchers: Watchers
}

/** A call, as `http/` runs it. */
export type AnyCall = ControlCall | EventsCall

export interface EventsCall extends DescribedCall {
  readonly reply: 'text'
  readonly events: Readonly<Record<string, z.ZodType>>
  run(question: ControlQuestion): AsyncIterable<ControlEvent>
}

export interface ControlCall<Body = unknown, Query = unknown, Reply = unknown> extends DescribedCall {
  readonly body?: z.ZodType<Body>
  readonly query?: z.ZodType<Query>
  readonly reply: z.ZodType<Reply>
  run(question: ControlQuestion<Body, Query>): Reply | Promise<Reply>
}

/** One of the events of a call that tells them. */
export interface ControlEvent {
  readonly event: string
  /** JSON, in one line. */
  readonly data: string
}

export interface ControlQuestion<Body = unknown, Query = unknown> {
  readonly session: Session
  readonly body: Body
  /** The text of the body, where `textBody` is set. */
  readonly text: string
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly control: Controlled
  /** Where the server is for whoever asks, such as `http://127.0.0.1:8650`. */
  readonly origin: string
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal
}

/** Declares a call; `run` then gets what its schemas give, and answers what it says. */
export function defineCall<Body = undefined, Query = undefined, Reply = unknown>(
  call: ControlCall<Body, Query, Reply>,
): ControlCall {
  return call as unknown as ControlCall
}

/** Declares a call that tells events; what `run` throws is answered instead of them. */
export function defineEvents<Query>(
  call: Omit<DescribedCall, 'reply'> & {
    readonly query: z.ZodType<Query>
    readonly events: NonNullable<DescribedCall['events']>
    run(question: ControlQuestion<undefined, Query>): AsyncIterable<ControlEvent>
  },
): EventsCall {
  return { ...call, reply: 'text' } as unknown as EventsCall
}

export interface CallError {
  readonly status: number
  readonly code: string
  readonly about: string
}

/** What any call like this one may answer. */
export function commonErrors(call: Omit<DescribedCall, 'reply'>): CallError[] {
  const { body, textBody, query, perSession, isOpen } = call
  const error = (status: number, code: string, about: string) => ({ status, code, about })
  return [
    ...(body === undefined
      ? []
      : [
          error(400, 'bad-json', 'the body is not JSON'),
          error(400, 'bad-body', 'the body has a wrong or unknown key'),
        ]),
    ...(query === undefined ? [] : [error(400, 'bad-query', 'a parameter is wrong, unknown or given twice')]),
    ...(body === undefined && textBody === undefined
      ? []
      : [
          error(413, 'body-too-large', 'the body is larger than 1 MiB'),
          error(415, 'bad-request', 'the body is in an unknown charset or encoding'),
        ]),
    ...(isOpen
      ? []
      : [
          error(401, 'bad-token', 'the token is missing or wrong'),
          error(429, 'too-many-tokens', 'ten wrong tokens came from this address: it waits for a second'),
          error(403, 'control-off', 'control needs a token on an address that other machines reach'),
          error(403, 'foreign-host', 'the Host header is not of this machine'),
          error(403, 'foreign-origin', 'the page that asks is not of this machine'),
        ]),
    ...(perSession ? [error(404, 'no-such-session', 'the session has ended or never was')] : []),
    error(500, 'internal', 'a bug: see the log'),
    // What anybody may ask does not ask the store.
    ...(isOpen ? [] : [error(503, 'store', 'the store, where there is one, cannot be reached')]),
  ]
}
