/** What the simulated API says when no endpoint answers: always `{"errors":[…]}`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ControlError, UserError } from '../core/errors.js'
import { pathOf } from '../routing/locate.js'
import { errorReply, notFoundReply, type Reply, wrongMethodReply } from '../routing/reply.js'
import type { Session } from '../session/session.js'
import { StateLostError } from '../session/state-store.js'
import { writeReply } from './connection.js'
import { type HttpContext, originalUrlOf } from './context.js'
import { crossOrigin, crossOriginOfApi, isPreflight } from './cross-origin.js'

/** The browser learns from the request itself that there is nothing: its preflight is answered as any other. */
export function answerNotFound(
  { quietHeaders }: HttpContext,
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
  hint?: string,
): void {
  if (isPreflight(request)) answerPreflight(request, response)
  else {
    crossOrigin(request, response)
    const path = pathOf(originalUrlOf(request))
    writeReply(response, quietHeaders, notFoundReply(path, session.nowMs(), hint))
  }
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** Where there is something to GET, and nothing else. */
export function answerWrongMethod(
  { quietHeaders }: HttpContext,
  session: Session,
  { method = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  writeReply(response, quietHeaders, wrongMethodReply(method, READING, session.nowMs()))
}

/** To a page that asks whether it may read something here. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  crossOriginOfApi(request, response)
  response.statusCode = 204
  response.end()
}

/**
 * Tells of a bug of ours that was met while `session` answered; the client only sees that there was one. What was said of the
 * reply before is taken back, as it may be what could not be sent; where even this cannot be sent the connection ends.
 */
export function answerBug(
  { onBug, quietHeaders }: HttpContext,
  error: unknown,
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  try {
    if (response.headersSent) response.destroy()
    else {
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      crossOrigin(request, response)
      writeReply(response, quietHeaders, bugReply(error, session, quietHeaders))
    }
  } catch {
    response.destroy()
  }
  if (isBug(error)) onBug(error)
}

/** Whether an error that was met while answering is a bug of ours. */
export function isBug(error: unknown): boolean {
  return !(error instanceof UserError || error instanceof ControlError || error instanceof StateLostError)
}

/** What a client is told of an error while it was answered: a sentence only where its user can do something about it. */
export function bugReply(error: unknown, session: Session, quietHeaders: boolean): Reply {
  const [status, name, message] =
    error instanceof UserError
      ? [501, 'unavailable', error.message]
      : error instanceof StateLostError
        ? [503, 'store', error.message]
        : [500, 'internal', 'internal error']
  const headers = quietHeaders ? {} : { 'x-gmx-sim-error': name }
  return errorReply(status, [message], instantOf(session), headers)
}

/** NaN where the session itself is what fails. */
function instantOf(session: Session): number {
  try {
    return session.nowMs()
  } catch {
    return Number.NaN
  }
}
