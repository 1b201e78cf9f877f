/** Streams in process, without a socket: located, decided and answered as over one; frames come on the session's clock. */

import { requestAt } from '../../../api/routing/locate.js'
import type { Reply } from '../../../api/routing/reply.js'
import { handle } from '../../../session/handle.js'
import type { Session } from '../../../session/session.js'
import { PriceStream } from '../../../session/stream/price-stream.js'
import { streamsOf } from '../../../session/stream/session-streams.js'
import type { HttpContext } from '../context.js'
import { bugReply, isBug } from '../errors.js'
import { roomIn } from '../upgrade.js'
import { createLocalConnection, type HeldTime } from './connection.js'
import { locateLocal, requestOf } from './fetch.js'

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
  context: HttpContext,
  own: Session,
  url: string,
  time?: HeldTime,
): LocalConnect {
  return async (address, init) => {
    const request = requestOf(String(address).replace(/^ws/, 'http'), url, init)
    const found = locateLocal(context, own, url, new URL(request.url))
    if (found instanceof Response) return found
    const { place, session } = found
    if (place.kind !== 'base' || session === undefined)
      return Response.json({ errors: ['there is no WebSocket here: connect to /v1/stream'] }, { status: 404 })
    const { connection, response } = createLocalConnection(request, session, context, time)
    const asked = requestAt(place, {
      upgrade: roomIn(context.streams),
      method: request.method,
      atMs: session.nowMs(),
      header: (name) => request.headers.get(name) ?? undefined,
    })
    const { send } = connection
    let isOpen = false
    const opening = Object.assign(connection, {
      send(reply: Reply) {
        if (reply.status === 101) isOpen = true
        else send.call(connection, reply)
      },
    })
    const opened = new Promise<LocalStream>((resolve, reject) => {
      handle(session, asked, place.endpoint, opening, (entry, counted) => {
        if (!isOpen) return
        const ends = createEnds()
        const home = streamsOf(session, context.streams)
        resolve(ends.toClient(new PriceStream(home, asked, counted, entry, ends.peer)))
      })?.catch((error: unknown) => {
        const { generation } = place.base
        send.call(connection, bugReply(error, session, context.quietHeaders, generation))
        if (isBug(error)) reject(error)
      })
    })
    return Promise.race([opened, response])
  }
}

/** The two ends of a stream. */
export function createEnds() {
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
    peer: {
      send(frame: Buffer): void {
        const text = frame.toString()
        const read = readers.shift()
        if (read === undefined) unread.push(text)
        else read(text)
      },
      // Its reader advances the clock: what it leaves unread is no congestion.
      unreadBytes: 0,
      close,
    },
    toClient: (stream: Pick<PriceStream, 'receive' | 'ended'>): LocalStream => ({
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
  }
}
