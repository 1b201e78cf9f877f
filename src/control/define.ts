/**
 * What a call of the control API is: one object from which the route, the validation, the OpenAPI operation and the
 * documentation are read. It knows sessions and nothing of HTTP: what it throws has a status, which `http/` sends.
 */
import type * as z from 'zod'
import type { BaseAddress } from '../catalogue/bases.js'
import { CONTROL_ERRORS, type ControlErrorCode } from '../core/control-errors.js'
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
  /** Its own errors, beyond those of any call like it. */
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

/** A code, with a sentence of its own where the table's does not fit the call. */
type CallError = ControlErrorCode | { readonly code: ControlErrorCode; readonly about: string }

/** All that a call may answer instead of its reply: its own errors, then those of any call like it. */
export function errorsOf({ errors = [], body, textBody, query, perSession, isOpen }: DescribedCall) {
  const hasBody = body !== undefined || textBody !== undefined
  const common = {
    'bad-json': body !== undefined,
    'bad-body': body !== undefined,
    'bad-query': query !== undefined,
    'body-too-large': hasBody,
    'bad-request': hasBody,
    'bad-token': !isOpen,
    'too-many-tokens': !isOpen,
    'control-off': !isOpen,
    'foreign-host': !isOpen,
    'foreign-origin': !isOpen,
    'no-such-session': perSession,
    internal: true,
    // An open call does not ask the store.
    store: !isOpen,
  } satisfies Partial<Record<ControlErrorCode, boolean>>
  const codes = Object.entries(common).flatMap(([code, may]) => (may ? [code as keyof typeof common] : []))
  return [...errors, ...codes].map((error) => {
    const { code, about } =
      typeof error === 'string' ? { code: error, about: CONTROL_ERRORS[error][1] } : error
    return { status: CONTROL_ERRORS[code][0], line: `\`${code}\`: ${about}` }
  })
}
