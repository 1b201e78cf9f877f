/** The one place that touches sockets: how replies and faults leave over a connection. */
import type { ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { startStopwatch } from '../clock/stopwatch.js'
import type { Connection } from '../exchange/connection.js'
import type { Reply } from '../exchange/reply.js'
import type { ServedSession } from '../session/served.js'

/** Time for what was written to reach a client on this machine before an RST would throw it away. */
const FLUSH_MS = 30

export function createSocketWire(
  request: Request,
  response: Response,
  session: ServedSession,
  quietHeaders: boolean,
  onSend: (reply: Reply) => void,
): Connection {
  const { socket } = request
  const headOnly = request.method === 'HEAD'
  const elapsedMs = startStopwatch()
  let isClosed = false
  // Most requests wait for nothing: for them none is made.
  let closed: AbortController | undefined
  response.once('close', () => {
    isClosed = true
    closed?.abort()
  })
  const signal = (): AbortSignal => {
    closed ??= new AbortController()
    if (isClosed) closed.abort()
    return closed.signal
  }

  const head = (reply: Reply, headers: Readonly<Record<string, string>> = {}): void => {
    writeHead(response, reply, quietHeaders, headers)
    response.flushHeaders()
  }
  return {
    send(reply) {
      writeHead(response, reply, quietHeaders, {})
      onSend(reply)
      response.end(reply.body)
    },
    head,
    write: (bytes) => void response.write(bytes),
    end: () => void response.end(),
    raw(bytes) {
      if (!(response.headersSent && headOnly)) socket.write(bytes)
      socket.destroySoon()
    },
    async reset() {
      if (response.headersSent) await session.waits.wait(FLUSH_MS, signal())
      socket.resetAndDestroy()
    },
    close: () => void socket.destroySoon(),
    elapsedMs,
    headOnly,
    get gone() {
      return isClosed
    },
    wait: session.waits.waiter(signal),
  }
}

/** What a head is written to. */
export type Head = Pick<ServerResponse, 'statusCode' | 'setHeader' | 'hasHeader' | 'removeHeader'>

/** Status and headers. Node itself leaves the body out for HEAD. */
export function writeHead(
  response: Head,
  { status, body, asOfMs, headers, rule }: Reply,
  quietHeaders: boolean,
  more: Readonly<Record<string, string>>,
): void {
  response.statusCode = status
  if (status !== 204) {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-length', body.length)
  }
  if (!quietHeaders) {
    response.setHeader('x-gmx-sim-at', new Date(asOfMs).toISOString())
    if (rule !== undefined) response.setHeader('x-gmx-sim-rule', rule)
  }
  for (const [name, value] of Object.entries({ ...headers, ...more })) response.setHeader(name, value)
  if (response.hasHeader('transfer-encoding')) response.removeHeader('content-length')
}

/** A reply that no rule had a hand in. */
export function writeReply(response: Response, quietHeaders: boolean, reply: Reply): void {
  writeHead(response, reply, quietHeaders, {})
  response.end(reply.body)
}
