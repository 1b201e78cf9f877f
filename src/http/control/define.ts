/**
 * What a call of the control API is: one object from which the route, the validation, the OpenAPI operation and the
 * documentation are read.
 */
import type { Request } from 'express'
import type * as z from 'zod'
import type { DescribedCall } from '../../openapi/control-call.js'
import type { Session } from '../../session/session.js'
import type { ControlSettings } from '../context.js'

export interface ControlCall<Body = unknown, Query = unknown, Reply = unknown> extends DescribedCall {
  readonly body?: z.ZodType<Body>
  readonly query?: z.ZodType<Query>
  readonly reply: z.ZodType<Reply>
  run(question: ControlQuestion<Body, Query>): Reply | Promise<Reply>
}

export interface ControlQuestion<Body = unknown, Query = unknown> {
  readonly session: Session
  readonly body: Body
  /** The text of the body, where `textBody` is set. */
  readonly text: string
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  readonly control: ControlSettings
  /** Such as `http://127.0.0.1:8650`, as the client wrote it. */
  readonly origin: string
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal
  readonly request: Request
}

/** Declares a call; `run` then gets what its schemas give, and answers what it says. */
export function defineCall<Body = undefined, Query = undefined, Reply = unknown>(
  call: ControlCall<Body, Query, Reply>,
): ControlCall {
  return call as unknown as ControlCall
}
