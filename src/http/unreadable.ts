/** What is said to requests that Node cannot read, and so never hands on: the same shape of error as to any other. */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers and closes the connection; only closes it where a reply is on its way already. */
export function answerUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  // As Node itself looks at it before it answers in its own way, with no body.
  const { _httpMessage: under } = socket as { _httpMessage?: ServerResponse }
  if (!socket.writable || under?.headersSent) {
    socket.destroy()
    return
  }
  const status = STATUSES[code] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ errors: [`the request cannot be read: ${reason.toLowerCase()}`] })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'access-control-allow-origin: *',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
