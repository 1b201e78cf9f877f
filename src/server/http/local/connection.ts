/**
 * Replies and faults without a socket: ends in a Response, or in the error that `fetch` would have thrown.
 */

import { STATUS_CODES } from 'node:http'
// jsdom in a context of `node:vm` lacks the global.
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web'
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import {
  type Connection,
  type Encoding,
  headerIn,
  NO_BODY,
  type Reply,
  type UndecidedConnection,
} from '../../../api/routing/reply.js'
import { startStopwatch } from '../../../kit/clock/timers.js'
import type { Session } from '../../../session/session.js'
import { acceptedEncoding } from '../connection.js'
import { type ConnectionOptions, writeWholeHead } from '../reply-head.js'

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
  let body: Body | undefined
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

  const fail = (code: FailureCode): void => {
    refuse(failure(code, false))
    body?.fail(failure(code, true))
  }
  let sentHeaders: Headers | undefined
  /** The part of a body that a chunk of its encoded bytes completes. */
  let decode = (bytes: Buffer, _isLast: boolean): Buffer => bytes
  const write = (bytes: Buffer, isLast = false): void => {
    try {
      body?.write(decode(bytes, isLast))
    } catch {
      fail('Z_DATA_ERROR')
    }
  }
  const head = (reply: Reply, more?: Readonly<Record<string, string>>): Body => {
    const made = createBody(() => gone.abort())
    body = made
    if (reply.encoding !== undefined) decode = createDecoder(reply.encoding)
    sentHeaders = headersOf(request, reply, session, options, more)
    if (connection.copy !== undefined) connection.copy.replyHead = connection.replyHead
    settle(responseTo(request, reply.status, sentHeaders, made.stream))
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
      write(NO_BYTES, true)
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
    encoding:
      isEncoded && options.compression
        ? acceptedEncoding({ headers: Object.fromEntries(request.headers) })
        : undefined,
    get requestHead() {
      return [...request.headers].flat()
    },
    get replyHead() {
      return sentHeaders && [...sentHeaders].flat()
    },
    get gone() {
      return gone.signal.aborted
    },
    markDecided() {
      since = waits.timesFreed
    },
    wait: time?.wait ?? ((ms) => waits.wait(ms, gone.signal, since)),
  }
  return { connection, response, giveUp }
}

function headersOf(
  request: Request,
  reply: Reply,
  session: Session,
  options: ConnectionOptions,
  more?: Readonly<Record<string, string>>,
): Headers {
  const headers = new Headers()
  const head = {
    req: { method: request.method, headers: Object.fromEntries(request.headers) },
    statusCode: reply.status,
    setHeader: (name: string, value: unknown) => void headers.set(name, String(value)),
    getHeader: (name: string) => headers.get(name) ?? undefined,
    hasHeader: (name: string) => headers.has(name),
    removeHeader: (name: string) => headers.delete(name),
  }
  writeWholeHead(head as never, reply, session, options, more)
  return headers
}

/** The result of `fetch` for a request in process. */
export function responseTo(
  request: Request,
  status: number,
  headers: Headers | [string, string][],
  body: ReadableStream<Uint8Array>,
): Response {
  const isEmpty = NO_BODY.has(status) || request.method === 'HEAD'
  const statusText = STATUS_CODES[status] ?? ''
  const response = new Response(isEmpty ? null : body, { status, statusText, headers })
  return Object.defineProperty(response, 'url', { value: request.url })
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options?: { finishFlush?: number }) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** The decoded body, as `fetch` returns it; undefined if its encoding is invalid. */
function decoded({ body, headers }: Reply): Uint8Array | undefined {
  const decode = DECODERS[headerIn(headers, 'content-encoding')?.toLowerCase() ?? '']
  if (decode === undefined) return body
  try {
    return decode(body)
  } catch {
    return undefined
  }
}

const NO_BYTES = Buffer.alloc(0)

/** Decodes a body chunk by chunk, without waiting for a thread: time may be virtual. */
function createDecoder(encoding: Encoding): (bytes: Buffer, isLast: boolean) => Buffer {
  let read = NO_BYTES
  let decodedBytes = 0
  return (bytes, isLast) => {
    read = Buffer.concat([read, bytes])
    if (read.length === 0) return read
    const finishFlush = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
    const all = DECODERS[encoding]!(read, isLast ? {} : { finishFlush })
    const more = all.subarray(decodedBytes)
    decodedBytes = all.length
    return more
  }
}

/** Data of the first chunk of a chunked body. */
function firstChunk(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n')
  const size = Number.parseInt(bytes.subarray(0, Math.max(end, 0)).toString('latin1'), 16)
  return end < 0 || Number.isNaN(size) ? Buffer.alloc(0) : bytes.subarray(end + 2, end + 2 + size)
}

type Body = ReturnType<typeof createBody>
type Step = (controller: ReadableStreamDefaultController<Uint8Array>) => void

/**
 * A body streamed piece by piece: all that was written is read before a later failure surfaces. `onCancel` is called when the reader
 * cancels, `onEmpty` when it has read everything.
 */
export function createBody(onCancel: () => void, onEmpty = () => {}) {
  const steps: Step[] = []
  let ended = false
  let wake = () => {}
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      while (steps.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      steps.shift()?.(controller)
      if (steps.length === 0) onEmpty()
    },
    cancel() {
      ended = true
      onCancel()
    },
  }
  const add = (step: Step, isLast: boolean): void => {
    if (ended) return
    ended = isLast
    steps.push(step)
    wake()
  }
  return {
    // Holds nothing itself, so that a failure may precede what is unread.
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    /** Whether written data is still unread. */
    get isFull() {
      return steps.length > 0
    },
    write(bytes: Uint8Array): void {
      // A copy: the reader may modify it, and these bytes may be served again.
      if (bytes.length > 0) add((given) => given.enqueue(Uint8Array.from(bytes)), false)
    },
    end: () => add((given) => given.close(), true),
    /** Fails after the written data was read; at once if `now` is set, as when the reader itself has given up. */
    fail(error: unknown, now = false): void {
      if (now) {
        ended = false
        steps.length = 0
      }
      add((given) => given.error(error), true)
    },
  }
}

/** Errors of a client's `fetch` for broken connections and invalid data, as over a socket: messages and names by code. */
const FAILURES = {
  ECONNRESET: ['read ECONNRESET', 'Error'],
  UND_ERR_SOCKET: ['other side closed', 'SocketError'],
  HPE_INVALID_CONSTANT: ['Response does not match the HTTP/1.1 protocol (Expected HTTP/)', 'HTTPParserError'],
  HPE_INVALID_CHUNK_SIZE: [
    'Response does not match the HTTP/1.1 protocol (Invalid character in chunk size)',
    'HTTPParserError',
  ],
  Z_DATA_ERROR: ['incorrect header check', 'Error'],
} as const

type FailureCode = keyof typeof FAILURES

/** The rejection of `fetch` itself before the head has arrived, or of reading the body after it. */
function failure(code: FailureCode, headSeen: boolean): TypeError {
  const [message, name] = FAILURES[code]
  const cause = Object.assign(new Error(message), { name, code })
  return new TypeError(headSeen ? 'terminated' : 'fetch failed', { cause })
}

/** Whether `failure` made an error. */
export function isFailure(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? {}) as { readonly code?: unknown }
  return error instanceof TypeError && typeof code === 'string' && Object.hasOwn(FAILURES, code)
}
