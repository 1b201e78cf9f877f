/** Requests for an upgrade: each for a WebSocket gets a response, so that it is answered as plain requests are unless a stream is opened. */

import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { unansweredCount } from './turns.js'

/** A request for a WebSocket that is not decided yet. */
export interface Upgrade {
  /** Releases the socket, and returns what has arrived since the request. The response is no longer used. */
  accept(): { readonly socket: Duplex; readonly head: Buffer }
}

const UPGRADES = new WeakMap<ServerResponse, Upgrade>()

/** The upgrade that the request of a response asks for; undefined for a plain one, or an invalid handshake. */
export function upgradeOf(response: ServerResponse): Upgrade | undefined {
  return UPGRADES.get(response)
}

/** A client may send its first frames before it has the reply. */
const MAX_EARLY_BYTES = 64 * 1024

/** Hands a request for a WebSocket to the listener of plain requests. */
export function beginUpgrade(
  request: IncomingMessage,
  duplex: Duplex,
  head: Buffer,
  listener: RequestListener,
): void {
  const socket = duplex as Socket
  socket.on('error', () => socket.destroy())
  // Behind a pipelined request, whose reply is on its way.
  if (unansweredCount(socket) > 0) return void socket.destroy()
  const early = [head]
  // Reads, as the end of a connection is not noticed otherwise.
  const onData = (data: Buffer): void => {
    early.push(data)
    if (early.reduce((bytes, { length }) => bytes + length, 0) > MAX_EARLY_BYTES) socket.pause()
  }
  const onEnd = (): void => void socket.destroy()
  socket.on('data', onData)
  socket.on('end', onEnd)
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => socket.destroySoon())
  const accept = (): ReturnType<Upgrade['accept']> => {
    socket.off('data', onData)
    socket.off('end', onEnd)
    response.detachSocket(socket)
    // The turn of the connection ends with it.
    socket.once('close', () => response.emit('close'))
    return { socket, head: Buffer.concat(early) }
  }
  if (isHandshake(request)) UPGRADES.set(response, { accept })
  listener(request, response)
}

const KEY = /^[+/0-9A-Za-z]{22}==$/

function isHandshake({ headers }: IncomingMessage): boolean {
  return headers['sec-websocket-version'] === '13' && KEY.test(headers['sec-websocket-key'] ?? '')
}

/** The head of a request as received, without its offer of another protocol. */
export function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const [name, value] = [rawHeaders[n]!, rawHeaders[n + 1]!]
    if (!OFFER.test(name)) lines.push(`${name}: ${value}`)
    else if (/\bclose\b/i.test(value)) lines.push('connection: close')
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

const OFFER = /^(connection|upgrade|http2-settings)$/i
