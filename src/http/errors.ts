/** What the simulated API says when no endpoint answers: always `{"errors":[…]}`. */
import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { pathOf } from '../exchange/locate.js'
import { errorReply, notFoundReply, wrongMethodReply } from '../exchange/reply.js'
import { writeReply } from './connection.js'
import { type HttpContext, placeOf, sessionAt } from './context.js'

export function notFound(context: HttpContext): RequestHandler {
  return ({ originalUrl }, response) => {
    writeReply(response, context.quietHeaders, notFoundReply(pathOf(originalUrl), nowMsOf(context, response)))
  }
}

/** Where there is something to GET, and nothing else. */
export function wrongMethod(context: HttpContext): RequestHandler {
  return ({ method }, response) => {
    writeReply(response, context.quietHeaders, wrongMethodReply(method, nowMsOf(context, response)))
  }
}

/** A path that cannot be decoded leads nowhere; anything else that gets here is a bug of ours. */
export function onError(context: HttpContext): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (error instanceof URIError) return void notFound(context)(request, response, next)
    answerBug(context, error, response, nowMsOf(context, response))
  }
}

/** Tells of a bug of ours; the client only sees that there was one. */
export function answerBug(
  { onBug, quietHeaders }: HttpContext,
  error: unknown,
  response: ServerResponse,
  atMs: number,
): void {
  onBug(error)
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (!quietHeaders) response.setHeader('x-gmx-sim-error', 'internal')
  writeReply(response, quietHeaders, errorReply(500, ['internal error'], atMs))
}

function nowMsOf(context: HttpContext, response: Parameters<typeof placeOf>[0]): number {
  return (sessionAt(context, placeOf(response)) ?? context.sessions.root).nowMs()
}
