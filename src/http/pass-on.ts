/** Passes requests on to another process of this server as they are, and its replies back. */
import { request as ask } from 'node:http'
import { pipeline } from 'node:stream'
import type { RequestHandler } from 'express'

/** What is about one connection, and not about what is said over it. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** `origin` is where the other process listens, such as `http://127.0.0.1:40123`. */
export function passOn(origin: string): RequestHandler {
  return (request, response, next) => {
    const { method, headers, originalUrl } = request
    const onward = ask(`${origin}${originalUrl}`, { method, headers, agent: false }, (reply) => {
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      for (const [name, value] of Object.entries(reply.headers))
        if (value !== undefined && !HOP_BY_HOP.has(name)) response.setHeader(name, value)
      response.writeHead(reply.statusCode ?? 502)
      // A reply that breaks off there breaks off here: the client sees it by itself.
      pipeline(reply, response, () => {})
    })
    onward.on('error', (error) => {
      // After the reply has begun, such as the 413 to a body that was too long, there is nobody left to tell.
      if (!response.headersSent && !response.closed) next(error)
    })
    // Whoever waits for something there is gone there, too.
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  }
}
