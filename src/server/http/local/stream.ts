/** Streams in process, without a socket: requested as over one; frames arrive on the session's clock. */

import type { Session } from '../../../session/session.js'
import { opensStream } from '../../../session/stream/opens-stream.js'
import type { PriceStream, StreamPeer } from '../../../session/stream/price-stream.js'
import type { HttpContext, NodeListener } from '../context.js'
import { createLocalConnection } from './connection.js'
import { inProcess, locateLocal, requestOf } from './fetch.js'

export interface LocalStream {
  /** Sends a frame. */
  send(frame: string): void
  /** Resolves with the next frame; undefined once the stream is closed and all are read. */
  next(): Promise<string | undefined>
  /** Returns the frames that have arrived and were not read. */
  take(): readonly string[]
  /** Closes it. */
  close(code?: number): void
  /** Resolves when the server has closed it, or `close` was called. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

/** Resolves with the open stream, or with the reply to a handshake that fails; rejects as `fetch` does. */
export type LocalConnect = (address: string | URL, init?: RequestInit) => Promise<LocalStream | Response>

/** Relative addresses are below `url`, that of the session `own`. */
export function createLocalConnect(
  { context, app }: { readonly context: HttpContext; readonly app: NodeListener },
  own: Session,
  url: string,
): LocalConnect {
  return async (address, init) => {
    const request = requestOf(String(address).replace(/^ws/, 'http'), url, init)
    const found = locateLocal(context, own, url, new URL(request.url))
    if (found instanceof Response) return found
    const { place, session } = found
    if (place.kind !== 'base' || session === undefined)
      return Response.json({ errors: ['there is no WebSocket here: connect to /v1/stream'] }, { status: 404 })
    const { streams } = context
    const local = createLocalConnection(request, session, context)
    const opened = new Promise<LocalStream>((resolve) => {
      const opening = opensStream(streams, session, local.connection, () => createPeer(resolve))
      app.route({ ...inProcess(place, session, local), ...opening })
    })
    return Promise.race([opened, local.response])
  }
}

/** The server's end of a stream; calls `resolve` with the other one. */
export function createPeer(resolve: (stream: LocalStream) => void) {
  const unread: string[] = []
  const readers: ((frame: string | undefined) => void)[] = []
  let isClosed = false
  let settle: (end: { code: number; reason: string }) => void = () => {}
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    settle = resolve
  })
  const close = (code: number, reason: string): void => {
    isClosed = true
    for (const read of readers.splice(0)) read(undefined)
    settle({ code, reason })
  }
  return {
    send(frame) {
      const text = frame.toString()
      const read = readers.shift()
      if (read === undefined) unread.push(text)
      else read(text)
    },
    // Its reader advances the clock: what it leaves unread is no congestion.
    unreadBytes: 0,
    close,
    opened: (stream: Pick<PriceStream, 'receive' | 'ended'>) =>
      resolve({
        closed,
        send: (frame) => stream.receive(Buffer.from(frame)),
        take: () => unread.splice(0),
        async next() {
          const frame = unread.shift()
          if (frame !== undefined || isClosed) return frame
          return new Promise((resolve) => void readers.push(resolve))
        },
        close(code = 1000) {
          stream.ended(code, 'client')
          close(code, '')
        },
      }),
  } satisfies StreamPeer
}
