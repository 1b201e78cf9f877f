/** Streams of a simulator elsewhere, over a socket. */
import { text } from 'node:stream/consumers'
import { nativeRequire } from '../../kit/native-require.js'
import { createPeer, type LocalStream } from './local/stream.js'

const { WebSocket }: typeof import('ws') = nativeRequire('ws')

/** Resolves with the open stream, or with the reply to a handshake that fails. */
export function connectStream(url: string): Promise<LocalStream | Response> {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    const peer = createPeer(resolve)
    socket.on('message', (frame: Buffer) => peer.send(frame))
    socket.on('close', (code, reason) => peer.close(code, reason.toString()))
    socket.on('open', () =>
      peer.opened({
        receive: (frame) => socket.send(frame.toString()),
        ended: (code) => socket.close(code),
      }),
    )
    socket.on('unexpected-response', (_request, reply) => {
      const status = reply.statusCode ?? 500
      text(reply).then((body) => resolve(new Response(body, { status })), reject)
    })
    socket.on('error', reject)
  })
}
