/** Passes requests on to another process of this server as they came, and its replies back as they are. */
import { request as ask } from 'node:http'
import { pipeline } from 'node:stream'
import type { RequestHandler } from 'express'

/** What is about one connection, and not about what is said over it. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** `origin` is where the other process listens, such as `http://127.0.0.1:40123`. */
export function passOn(origin: string): RequestHandler {
  const { hostname, port } = new URL(origin)
  return (request, response, next) => {
    const { method, rawHeaders, originalUrl: path } = request
    // A request without a Host is none to Node here: there it is one whose Host is not of this machine.
    const headers = request.headers.host === undefined ? [...rawHeaders, 'Host', ''] : rawHeaders
    const onward = ask({ hostname, port, method, path, headers, agent: false }, (reply) => {
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      for (const [name, values] of valuesByName(reply.rawHeaders)) response.setHeader(name, values)
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

/** Names as they were written, in their order. */
function valuesByName(rawHeaders: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (OF_THE_CONNECTION.has(name.toLowerCase())) continue
    values.set(name, [...(values.get(name) ?? []), rawHeaders[i + 1]])
  }
  return values
}
