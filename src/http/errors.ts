/** What the simulated API says when no endpoint answers: always `{"errors":[…]}`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { UserError } from '../core/errors.js'
import { pathOf } from '../exchange/locate.js'
import { errorReply, notFoundReply, type Reply, wrongMethodReply } from '../exchange/reply.js'
import { StateLost } from '../session/shared.js'
import { writeReply } from './connection.js'
import { type HttpContext, placeOf, sessionAt } from './context.js'
import { crossOrigin, crossOriginOfApi, isPreflight } from './cross-origin.js'

/** The browser learns from the request itself that there is nothing: its preflight is answered as any other. */
export function notFound(context: HttpContext): RequestHandler {
  return (request, response) => {
    if (isPreflight(request)) return answerPreflight(request, response)
    const path = pathOf(request.originalUrl)
    writeReply(response, context.quietHeaders, notFoundReply(path, nowMsOf(context, response)))
  }
}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** Where there is something to GET, and nothing else. */
export function wrongMethod(context: HttpContext): RequestHandler {
  return ({ method }, response) => {
    writeReply(response, context.quietHeaders, wrongMethodReply(method, READING, nowMsOf(context, response)))
  }
}

/** To a page that asks whether it may read something here. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  crossOriginOfApi(request, response)
  response.statusCode = 204
  response.end()
}

/** A path that cannot be decoded leads nowhere; anything else that gets here is a bug of ours. */
export function onError(context: HttpContext): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (error instanceof URIError) return void notFound(context)(request, response, next)
    answerBug(context, error, request, response, nowMsOf(context, response))
  }
}

/** What is left when Express itself finds no way: it would answer a page in HTML, with a stack trace where there is one. */
export function lastResort(
  context: HttpContext,
  request: Request,
  response: Response,
): (error?: unknown) => void {
  return (error) => {
    crossOrigin(request, response)
    if (error !== undefined && error !== null)
      return answerBug(context, error, request, response, context.sessions.root.nowMs())
    const reply = notFoundReply(pathOf(request.url), context.sessions.root.nowMs())
    writeReply(response, context.quietHeaders, reply)
  }
}

/**
 * Tells of a bug of ours; the client only sees that there was one. What was said of the reply before is taken back, as it
 * may be what could not be sent; where even this cannot be sent the connection ends.
 */
export function answerBug(
  { onBug, quietHeaders }: HttpContext,
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  atMs: number,
): void {
  try {
    if (response.headersSent) response.destroy()
    else {
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      crossOrigin(request, response)
      writeReply(response, quietHeaders, bugReply(error, atMs, quietHeaders))
    }
  } catch {
    response.destroy()
  }
  if (isBug(error)) onBug(error)
}

/** Whether an error that was met while answering is a bug of ours. */
export function isBug(error: unknown): boolean {
  return !(error instanceof UserError || error instanceof StateLost)
}

/** What a client is told of an error while it was answered: a sentence only where its user can do something about it. */
export function bugReply(error: unknown, atMs: number, quietHeaders: boolean): Reply {
  const [status, name, message] =
    error instanceof UserError
      ? [501, 'unavailable', error.message]
      : error instanceof StateLost
        ? [503, 'store', error.message]
        : [500, 'internal', 'internal error']
  return errorReply(status, [message], atMs, quietHeaders ? {} : { 'x-gmx-sim-error': name })
}

function nowMsOf(context: HttpContext, response: Parameters<typeof placeOf>[0]): number {
  return (sessionAt(context, placeOf(response)) ?? context.sessions.root).nowMs()
}
