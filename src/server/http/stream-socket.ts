/** Streams over sockets: the WebSocket that a request opens. */

import type { ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Reply } from '../../api/routing/reply.js'
import { setTimer } from '../../kit/clock/timers.js'
import type { Session } from '../../session/session.js'
import { MAX_MESSAGE_BYTES } from '../../session/stream/client-frame.js'
import { opensStream } from '../../session/stream/opens-stream.js'
import type { PriceStream, StreamPeer } from '../../session/stream/price-stream.js'
import { SocketConnection } from './connection.js'
import type { HttpContext } from './context.js'
import { completeUpgrade } from './reply-head.js'
import type { Upgrade } from './upgrade.js'

const PING_MS = 30_000

const SERVER = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: MAX_MESSAGE_BYTES,
  // Compressing each frame anew for each socket would cost more than it saves on this machine.
  perMessageDeflate: false,
})

/** The connection of a request for a WebSocket. */
export function connectionOfUpgrade(
  context: HttpContext,
  session: Session,
  response: ServerResponse,
  upgrade: Upgrade,
) {
  const accept = (reply: Reply): StreamPeer | undefined => {
    let socket: WebSocket | undefined
    const complete = (lines: string[]) => completeUpgrade(lines, reply, context)
    const accepted = upgrade.accept()
    SERVER.once('headers', complete)
    SERVER.handleUpgrade(response.req, accepted.socket, accepted.head, (opened) => (socket = opened))
    SERVER.off('headers', complete)
    return socket && peerOf(socket)
  }
  return opensStream(context.streams, session, new SocketConnection(response, session, context), accept)
}

function peerOf(socket: WebSocket): StreamPeer {
  // Reads nothing before the journal has its entry.
  socket.pause()
  socket.on('error', () => {})
  return {
    send: (frame) => socket.send(frame, { binary: false }),
    get unreadBytes() {
      return socket.bufferedAmount
    },
    close: (code, reason) => (code === 1006 ? socket.terminate() : socket.close(code, reason)),
    opened: (stream) => follow(socket, stream),
  }
}

/** Close codes for messages that the library refuses; others break the protocol. */
const CODES: Readonly<Record<string, number>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
  WS_ERR_INVALID_UTF8: 1007,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008,
}

function follow(socket: WebSocket, stream: PriceStream): void {
  let cancelPing = () => {}
  const pingLater = (): void => {
    cancelPing = setTimer(PING_MS, () => {
      socket.ping()
      pingLater()
    })
  }
  pingLater()
  socket.on('message', (data, isBinary) => stream.receive(data as Buffer, isBinary))
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (code.startsWith('WS_ERR_')) stream.ended(CODES[code] ?? 1002, 'server')
  })
  socket.on('close', (code) => {
    cancelPing()
    stream.ended(code, 'client')
  })
  // It may have ended meanwhile.
  if (socket.readyState !== socket.OPEN) stream.ended(1006, 'client')
  socket.resume()
}
