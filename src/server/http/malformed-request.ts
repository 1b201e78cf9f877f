/** Replies to requests that never reach the app, in the usual shape of errors. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorReply } from '../../api/routing/reply.js'
import { writeReply } from './connection.js'

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** For requests that Node cannot parse. Closes the connection, without a reply if one was begun. */
export function answerMalformed({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const status = STATUSES[code] ?? 400
  answerAndClose(socket, status, unreadable((STATUS_CODES[status] ?? '').toLowerCase()))
}

/** For CONNECT: opens no tunnel, and closes the connection. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  // The client may be gone already.
  socket.on('error', () => socket.destroy())
  answerAndClose(socket, 405, 'CONNECT is not allowed here, use GET', ['allow: GET, HEAD, OPTIONS'])
}

/** For `Expect` with a value other than 100-continue. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  const message = 'this server supports no expectation but 100-continue'
  writeReply(request, response, errorReply(417, [message], Number.NaN))
}

/** For HTTP/1.1 without Host, which servers must reject (RFC 9112). */
export function answerWithoutHost(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
  writeReply(request, response, errorReply(400, [unreadable('the Host header is missing')], Number.NaN))
}

function unreadable(reason: string): string {
  return `the request cannot be read: ${reason}`
}

function answerAndClose(socket: Duplex, status: number, message: string, more: readonly string[] = []): void {
  // Node's own check before it would answer without a body.
  const { _httpMessage: under } = socket as { _httpMessage?: ServerResponse }
  if (!socket.writable || under?.headersSent) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ errors: [message] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'access-control-allow-origin: *',
    'x-content-type-options: nosniff',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...more,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
