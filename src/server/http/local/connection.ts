/** Replies and faults without a socket: ends in a Response, or in the error that `fetch` would have thrown. */

import { ServerResponse, STATUS_CODES } from 'node:http'
import type { ReadableStream } from 'node:stream/web'
import { type Connection, NO_BODY, type Reply, type UndecidedConnection } from '../../../api/routing/reply.js'
import { startStopwatch } from '../../../kit/clock/timers.js'
import type { Session } from '../../../session/session.js'
import { acceptedEncoding } from '../connection.js'
import { type ConnectionOptions, writeWholeHead } from '../reply-head.js'
import { createBody, type LocalBody } from './body.js'
import { createDecoder, decoded, firstChunk } from './decode.js'
import { type FailureCode, failure } from './failures.js'
import { LocalRequest } from './request.js'

export type LocalConnection = ReturnType<typeof createLocalConnection>

/** Time for held requests, if other than real time. */
export type HeldTime = Pick<Connection, 'wait' | 'elapsedMs'>

/** Uses real time unless `time` is given. */
export function createLocalConnection(
  request: Request,
  session: Session,
  options: ConnectionOptions,
  time?: HeldTime,
  isEncoded = false,
) {
  const headOnly = request.method === 'HEAD'
  const gone = new AbortController()
  const { waits } = session
  let since = waits.timesFreed
  let body: LocalBody | undefined
  let settle: (response: Response) => void = () => {}
  let refuse: (error: unknown) => void = () => {}
  /** Settles with the head; pending while the request is held; rejects as `fetch` does. */
  const response = new Promise<Response>((resolve, reject) => {
    settle = resolve
    refuse = reject
  })
  const { signal } = request
  /** The client disconnects, for `reason`. */
  const giveUp = (reason: unknown): void => {
    gone.abort()
    refuse(reason)
    body?.fail(reason, true)
  }
  signal.addEventListener('abort', () => giveUp(signal.reason))
  if (signal.aborted) giveUp(signal.reason)

  const incoming = new LocalRequest(request, giveUp)
  const fail = (code: FailureCode): void => {
    refuse(failure(code, false))
    body?.fail(failure(code, true))
  }
  /** The part of a body that a chunk of its encoded bytes completes. */
  let decode = (bytes: Buffer, _isLast: boolean): Buffer => bytes
  const write = (bytes: Buffer, isLast = false): void => {
    try {
      body?.write(decode(bytes, isLast))
    } catch {
      fail('Z_DATA_ERROR')
    }
  }
  const head = (reply: Reply, more?: Readonly<Record<string, string>>): LocalBody => {
    const made = createBody(() => gone.abort())
    body = made
    if (reply.encoding !== undefined) decode = createDecoder(reply.encoding)
    const sent = new ServerResponse(incoming)
    writeWholeHead(sent, reply, session, options, more)
    const headers = headersIn(sent)
    if (connection.copy !== undefined) connection.copy.replyHead = [...headers].flat()
    settle(responseTo(request, reply.status, headers, made.stream))
    return made
  }
  const copyBody = (bytes: Buffer): void => {
    if (!headOnly) connection.copy?.add(bytes)
  }
  const connection: UndecidedConnection = {
    copy: undefined,
    send(reply) {
      const sent = head(reply)
      copyBody(reply.body)
      const bytes = reply.plain ?? decoded(reply)
      if (bytes === undefined) return sent.fail(failure('Z_DATA_ERROR', true))
      sent.write(bytes)
      sent.end()
    },
    head: (reply, more) => void head(reply, more),
    write(bytes) {
      write(bytes)
      copyBody(bytes)
    },
    end() {
      write(Buffer.alloc(0), true)
      body?.end()
    },
    raw(bytes) {
      copyBody(bytes)
      write(firstChunk(bytes))
      fail(body === undefined ? 'HPE_INVALID_CONSTANT' : 'HPE_INVALID_CHUNK_SIZE')
    },
    reset: () => fail('ECONNRESET'),
    close: () => fail('UND_ERR_SOCKET'),
    elapsedMs: time?.elapsedMs ?? startStopwatch(),
    headOnly,
    encoding: isEncoded && options.compression ? acceptedEncoding(incoming) : undefined,
    get requestHead() {
      return [...request.headers].flat()
    },
    get gone() {
      return gone.signal.aborted
    },
    markDecided() {
      since = waits.timesFreed
    },
    wait: time?.wait ?? ((ms) => waits.wait(ms, gone.signal, since)),
  }
  return { connection, response, incoming }
}

/** The headers that were set on a response. */
export function headersIn(response: ServerResponse): Headers {
  const headers = Object.entries(response.getHeaders())
  return new Headers(
    headers.flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, String(one)])),
  )
}

/** The result of `fetch` for a request in process. */
export function responseTo(
  request: Request,
  status: number,
  headers: Headers,
  body: ReadableStream<Uint8Array>,
): Response {
  const isEmpty = NO_BODY.has(status) || request.method === 'HEAD'
  const statusText = STATUS_CODES[status] ?? ''
  const response = new Response(isEmpty ? null : body, { status, statusText, headers })
  return Object.defineProperty(response, 'url', { value: request.url })
}
