/** Streams over sockets: the handshake, answered as any request, and the WebSocket that it opens. */

import type { ServerResponse } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Endpoint } from '../../api/endpoints/define.js'
import type { Reply } from '../../api/routing/reply.js'
import type { ApiRequest } from '../../api/routing/request.js'
import { setTimer } from '../../kit/clock/timers.js'
import { handle } from '../../session/handle.js'
import type { Session } from '../../session/session.js'
import { MAX_MESSAGE_BYTES } from '../../session/stream/client-frame.js'
import { PriceStream, type StreamPeer } from '../../session/stream/price-stream.js'
import { streamsOf } from '../../session/stream/session-streams.js'
import { completeUpgrade, SocketConnection } from './connection.js'
import type { HttpContext } from './context.js'
import type { Upgrade } from './upgrade.js'

const PING_MS = 30_000

const SERVER = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: MAX_MESSAGE_BYTES,
  // Compressing each frame anew for each socket would cost more than it saves on this machine.
  perMessageDeflate: false,
})

/** Answers a request for a WebSocket; rejects on internal errors. */
export async function answerUpgrade(
  context: HttpContext,
  session: Session,
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  response: ServerResponse,
  upgrade: Upgrade,
): Promise<void> {
  let socket: WebSocket | undefined
  const connection = new SocketConnection(response, session, context)
  const { send } = connection
  const open = (reply: Reply): void => {
    const { req } = response
    const accepted = upgrade.accept()
    const complete = (lines: string[]) => completeUpgrade(lines, reply, context)
    SERVER.once('headers', complete)
    SERVER.handleUpgrade(req, accepted.socket, accepted.head, (opened) => {
      socket = opened
      // Reads nothing before the journal has its entry.
      opened.pause()
      opened.on('error', () => {})
    })
    SERVER.off('headers', complete)
  }
  const answering = Object.assign(connection, {
    send: (reply: Reply) => (reply.status === 101 ? open(reply) : send.call(connection, reply)),
  })
  await handle(session, request, endpoint, answering, (entry, counted) => {
    if (socket === undefined) return
    const stream = new PriceStream(
      streamsOf(session, context.streams),
      request,
      counted,
      entry,
      peerOf(socket),
    )
    follow(socket, stream)
  })
}

function peerOf(socket: WebSocket): StreamPeer {
  return {
    send: (frame) => socket.send(frame, { binary: false }),
    get unreadBytes() {
      return socket.bufferedAmount
    },
    close: (code, reason) => (code === 1006 ? socket.terminate() : socket.close(code, reason)),
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
