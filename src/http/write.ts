import type { ServerResponse } from 'node:http'
import type { Reply } from '../session/answer.js'
import type { HttpContext } from './context.js'

/** The one place that puts a reply on the wire. Node itself leaves the body out for HEAD. */
export function writeReply(response: ServerResponse, context: HttpContext, reply: Reply): void {
  response.statusCode = reply.status
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', reply.body.length)
  if (!context.quietHeaders) response.setHeader('x-gmx-sim-at', new Date(reply.asOfMs).toISOString())
  response.end(reply.body)
}
