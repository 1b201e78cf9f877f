/**
 * Calls of the control API: route, validation, OpenAPI operation and documentation all derive from one object. Calls know sessions
 * but not HTTP: they throw errors with a status, which `http/` sends.
 */

import * as z from 'zod'
import { INSTANT_HINT } from '../../kit/text/parse.js'
import type { BaseAddress, Bases } from '../../market/catalogue/bases.js'
import { unknownBases } from '../../scenario/known-bases.js'
import { describeIssue } from '../../scenario/read/issues.js'
import { instantFrom } from '../../scenario/values.js'
import { CONTROL_ERRORS, type ControlErrorCode } from '../../session/control-errors.js'
import type { Session } from '../../session/session.js'
import type { Sessions } from '../../session/sessions.js'
import type { SharedPart } from '../../session/state-store.js'
import type { Settings } from '../config/resolve.js'
import type { Watchers } from './watchers.js'

export interface DescribedCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below `/__sim/v1`, parameters as `:name`. */
  readonly path: string
  readonly about: string
  /** Not available per session, below `/s/<id>/__sim/v1`. */
  readonly isOfServer?: true
  /** Needs no token, and may be called from any page. */
  readonly isOpen?: true
  readonly body?: z.ZodType
  /** The body is text: a scenario in YAML or JSON. */
  readonly textBody?: true
  /** Changes the session, and may run again where another replica has changed it meanwhile. */
  readonly changes?: true
  /** Restarts the session, which may be one whose shared state cannot be read. */
  readonly restarts?: true
  /** Shared session state to refresh before the call. */
  readonly reads?: readonly SharedPart[]
  readonly example?: unknown
  readonly query?: z.ZodType
  /** Status on success; 200 by default. */
  readonly status?: number
  /** `text` for anything but JSON. */
  readonly reply: z.ZodType | 'text'
  /** The events of a stream, by name; such a call has no other reply. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /** Errors beyond those of any similar call. */
  readonly errors?: readonly CallError[]
}

/** A base address of a session that has a port of its own. */
export interface PortBase {
  readonly base: BaseAddress
  readonly session: Session
}

export interface Controlled {
  readonly sessions: Sessions
  readonly instanceId: string
  /** By port. */
  readonly portBases: ReadonlyMap<number, PortBase>
  readonly settings: Settings
  readonly watchers: Watchers
  /** The scenario file that is reloaded on change, if any. */
  readonly watchedFile: string | undefined
  /** How close the limits of the server are. */
  readonly limits: () => Readonly<Record<string, { readonly current: number; readonly max: number }>>
}

export type AnyCall = ControlCall | EventsCall

export interface EventsCall extends DescribedCall {
  readonly reply: 'text'
  run(question: ControlQuestion): AsyncIterable<ControlEvent>
}

export interface ControlCall<Body = unknown, Query = unknown, Reply = unknown> extends DescribedCall {
  readonly body?: z.ZodType<Body>
  readonly query?: z.ZodType<Query>
  readonly reply: z.ZodType<Reply>
  run(question: ControlQuestion<Body, Query>): Reply | Promise<Reply>
}

export interface ControlEvent {
  readonly event: string
  readonly data: string
}

export interface ControlQuestion<Body = unknown, Query = unknown> {
  readonly session: Session
  readonly body: Body
  readonly text: string
  readonly query: Query
  /** Of its path: those that it names. */
  readonly params: Readonly<Record<'id' | 'n' | 'name', string>>
  readonly control: Controlled
  /** The server's address as the caller knows it, such as `http://127.0.0.1:8650`. */
  readonly origin: string
  readonly gone: AbortSignal
}

/** Method, path, reply and arguments of a call, as types. */
export interface CallShape<Method, Path, Reply, Given> {
  readonly method: Method
  readonly path: Path
  readonly reply: Reply
  /** Query or body of a caller; a type without a value. */
  readonly given?: Given
}

/** An instant in ms since 1970, from ISO 8601 or Unix seconds, or `now`, the machine's time. */
export const instant = instantFrom(z.union([z.string(), z.number()], { error: INSTANT_HINT }), INSTANT_HINT)

/** A whole number in a query. */
export const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

/** Declares a call; its schemas type the arguments and the reply of `run`. */
export function defineCall<
  Method extends DescribedCall['method'],
  Path extends string,
  Reply extends z.ZodType,
  Body = undefined,
  Query = undefined,
  Given = unknown,
>(
  route: `${Method} ${Path}`,
  call: Omit<ControlCall<Body, Query, z.output<Reply>>, 'method' | 'path' | 'body'> & {
    readonly body?: z.ZodType<Body, Given>
    readonly reply: Reply
  },
) {
  type Shape = CallShape<Method, Path, Reply, Query extends undefined ? Given : Query>
  return { ...routed(route), ...call } as unknown as ControlCall & Shape
}

/** Declares a call that streams events; an error of `run` is sent instead of them. */
export function defineEvents<Query>(
  route: `${DescribedCall['method']} ${string}`,
  call: Omit<DescribedCall, 'method' | 'path' | 'reply'> & {
    readonly query: z.ZodType<Query>
    readonly events: NonNullable<DescribedCall['events']>
    run(question: ControlQuestion<undefined, Query>): AsyncIterable<ControlEvent>
  },
): EventsCall {
  return { ...routed(route), ...call, reply: 'text' } as unknown as EventsCall
}

/** Method and path of a route, such as `GET /clock`. */
export function routed(route: `${DescribedCall['method']} ${string}`) {
  const [method, path] = route.split(' ') as [DescribedCall['method'], string]
  return { method, path }
}

/** A code, with its own text if the table's does not fit. */
type CallError = ControlErrorCode | { readonly code: ControlErrorCode; readonly about: string }

/** All errors of a call: its own, then those of any similar call. */
export function errorsOf({ errors = [], body, textBody, query, isOfServer, isOpen }: DescribedCall) {
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
    'no-such-session': isOfServer !== true,
    internal: true,
    // An open call does not use the store.
    store: !isOpen,
  } satisfies Partial<Record<ControlErrorCode, boolean>>
  const codes = Object.entries(common).flatMap(([code, may]) => (may ? [code as keyof typeof common] : []))
  return [...errors, ...codes].map((error) => {
    const { code, about } =
      typeof error === 'string' ? { code: error, about: CONTROL_ERRORS[error][1] } : error
    return { status: CONTROL_ERRORS[code][0], line: `\`${code}\`: ${about}` }
  })
}

/** Problems with `network` and `base` of a query or body, or of its `match`. */
export function unknownBaseProblems(given: unknown, bases: Bases): string[] {
  if (typeof given !== 'object' || given === null) return []
  const { match } = given as { readonly match?: unknown }
  const issues = [...unknownBases(given, [], bases), ...unknownBases(match, ['match'], bases)]
  return issues.map((issue) => describeIssue(issue, given))
}
