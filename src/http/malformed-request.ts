/** What is said to requests that never get to the app: the same shape of error as to any other. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { crossOrigin } from './cross-origin.js'

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** To what Node cannot read. Closes the connection; only closes it where a reply is on its way already. */
export function answerMalformed({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const status = STATUSES[code] ?? 400
  answerAndClose(socket, status, unreadable((STATUS_CODES[status] ?? '').toLowerCase()))
}

/** To CONNECT, which asks for a tunnel, and after which a connection would no longer be HTTP. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  // Whoever wanted a tunnel may be gone before it hears that there is none.
  socket.on('error', () => socket.destroy())
  answerAndClose(socket, 405, 'CONNECT is not allowed here, use GET', ['allow: GET, HEAD, OPTIONS'])
}

/** To `Expect` with anything but 100-continue. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  answer(request, response, 417, 'nothing but 100-continue can be expected of this server')
}

/** To HTTP/1.1 without a Host, which RFC 9112 has every server refuse. */
export function answerWithoutHost(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
  answer(request, response, 400, unreadable('it has no Host header'))
}

function unreadable(reason: string): string {
  return `the request cannot be read: ${reason}`
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
  crossOrigin(request, response)
  const body = JSON.stringify({ errors: [message] })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function answerAndClose(socket: Duplex, status: number, message: string, more: readonly string[] = []): void {
  // As Node itself looks at it before it answers in its own way, with no body.
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
