/** What the simulated API says when no endpoint answers: always `{"errors":[…]}`. */
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { errorReply } from '../exchange/reply.js'
import { shortened, wrongMethodReply } from '../session/answer.js'
import { type HttpContext, sessionOf } from './context.js'
import { writeReply } from './wire.js'

export function notFound(context: HttpContext): RequestHandler {
  return (request, response) => {
    const errors = [`there is nothing at ${pathOf(request.originalUrl)}`]
    writeReply(
      response,
      context.quietHeaders,
      errorReply(404, errors, sessionOf(context.sessions, response).nowMs()),
    )
  }
}

/** Where there is something to GET, and nothing else. */
export function wrongMethod(context: HttpContext): RequestHandler {
  return (request, response) => {
    const atMs = sessionOf(context.sessions, response).nowMs()
    writeReply(response, context.quietHeaders, wrongMethodReply(request.method, atMs))
  }
}

/** A path that cannot be decoded leads nowhere; anything else that gets here is a bug of ours. */
export function onError(context: HttpContext): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (error instanceof URIError) return void notFound(context)(request, response, _next)
    context.onBug(error)
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (!context.quietHeaders) response.setHeader('x-gmx-sim-error', 'internal')
    writeReply(
      response,
      context.quietHeaders,
      errorReply(500, ['internal error'], sessionOf(context.sessions, response).nowMs()),
    )
  }
}

function pathOf(url: string): string {
  return shortened(url.split('?', 1)[0])
}
