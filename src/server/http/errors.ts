/** Error replies of the simulated API outside any endpoint: always `{"errors":[…]}`. */

import type { ServerResponse } from 'node:http'
import { pathOf } from '../../api/routing/locate.js'
import {
  type Connection,
  errorReply,
  notFoundReply,
  type Reply,
  withErrorsOf,
} from '../../api/routing/reply.js'
import { UserError } from '../../kit/errors.js'
import type { Generation } from '../../market/catalogue/bases.js'
import { KernelFullError } from '../../market/price/kernel-owner.js'
import { ControlError } from '../../session/control-errors.js'
import { failureOf } from '../../session/failure.js'
import type { Session } from '../../session/session.js'
import { SessionEndedError, StateLostError } from '../../session/state-errors.js'
import { type HttpContext, originalUrlOf } from './context.js'
import { crossOriginOfApi, isPreflight } from './cross-origin.js'
import { instantOf, setDate, writeReply } from './reply-head.js'

/** 404. A preflight succeeds, so that the browser sees the 404 of the request itself. */
export function answerNotFound(
  { quietHeaders }: HttpContext,
  session: Session,
  response: ServerResponse,
  hint?: string,
): Reply {
  const reply = notFoundReply(pathOf(originalUrlOf(response.req)), session.nowMs(), hint)
  if (isPreflight(response.req)) answerPreflight(response, session)
  else writeReply(response, reply, quietHeaders)
  return reply
}

/** Answers a CORS preflight. */
export function answerPreflight(response: ServerResponse, session: Session): void {
  setDate(response, session.nowMs())
  crossOriginOfApi(response)
  response.statusCode = 204
  response.end()
}

/**
 * Reports an internal error in answering for `session`; the client sees a bare 500. Discards headers already set, as they may be
 * the cause, and ends the connection if even this cannot be sent.
 */
export function answerBug(
  context: HttpContext,
  error: unknown,
  session: Session,
  response: ServerResponse,
  generation: Generation = 1,
): void {
  const { onBug, quietHeaders, sessions } = context
  try {
    if (response.headersSent) response.destroy()
    else if (error instanceof SessionEndedError) answerNotFound(context, sessions.root, response)
    else {
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      writeReply(response, bugReply(error, session, quietHeaders, generation), quietHeaders)
    }
  } catch {
    response.destroy()
  }
  if (isBug(error)) onBug(error)
}

/** The same in process. */
export function answerLocalBug(
  { onBug, quietHeaders }: HttpContext,
  error: unknown,
  session: Session,
  connection: Connection,
  generation: Generation,
): void {
  connection.send(bugReply(error, session, quietHeaders, generation))
  if (isBug(error)) onBug(error)
}

const EXPECTED = [UserError, ControlError, KernelFullError, StateLostError, SessionEndedError]

/** Whether an error is an internal one, not the user's. */
function isBug(error: unknown): boolean {
  return !EXPECTED.some((expected) => error instanceof expected)
}

/** The reply to an error. */
function bugReply(error: unknown, session: Session, quietHeaders: boolean, generation: Generation): Reply {
  const { status, name, message } = failureOf(error)
  const headers = quietHeaders ? {} : { 'x-gmx-sim-error': name }
  return withErrorsOf(generation, errorReply(status, [message], instantOf(session), headers))
}
