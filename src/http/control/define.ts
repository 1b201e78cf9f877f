/**
 * What a call of the control API is: one object from which the route, the validation, the OpenAPI operation and the
 * documentation are read.
 */
import type { Request } from 'express'
import type * as z from 'zod'
import type { Session } from '../../session/session.js'
import type { ControlSettings, HttpContext } from '../context.js'

export interface ControlCall<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below `/__sim/v1`, parameters as `:name`. */
  readonly path: string
  readonly about: string
  /** Whether it exists per session too, below `/s/<id>/__sim/v1`. */
  readonly perSession: boolean
  /** The JSON body; none is read where this is left out. */
  readonly body?: z.ZodType<Body>
  /** A body that is text of its own kind: a scenario in YAML or JSON. */
  readonly textBody?: true
  readonly query?: z.ZodType<Query>
  /** Status of success; 200 when left out. */
  readonly status?: number
  run(question: ControlQuestion<Body, Query>): unknown
}

export interface ControlQuestion<Body = unknown, Query = unknown> {
  readonly session: Session
  readonly body: Body
  /** The text of the body, where `textBody` is set. */
  readonly text: string
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly context: HttpContext
  readonly control: ControlSettings
  /** Such as `http://127.0.0.1:8650`, as the client wrote it. */
  readonly origin: string
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal
  readonly request: Request
}

/** Declares a call; `run` then gets what its schemas give. */
export function defineCall<Body = undefined, Query = undefined>(call: ControlCall<Body, Query>): ControlCall {
  return call as unknown as ControlCall
}
