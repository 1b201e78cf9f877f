/** Sends replies and faults over a socket, and notices its end. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type Cors from 'cors'
import type NegotiatorClass from 'negotiator'
import { ENCODINGS, type Encoding, type Reply, type UndecidedConnection } from '../../api/routing/reply.js'
import { processMs } from '../../kit/clock/timers.js'
import { toHttpDate } from '../../kit/formats/http-date.js'
import { getOrCreate } from '../../kit/maps.js'
import { nativeRequire } from '../../kit/native-require.js'
import type { Session } from '../../session/session.js'

const cors: typeof Cors = nativeRequire('cors')
const Negotiator: typeof NegotiatorClass = nativeRequire('negotiator')

/** Lets written data reach a local client before an RST would discard it. */
const FLUSH_MS = 30

/** Memo of reply heads untouched by rules, as alternating names and values, by body. The date is replaced. */
const KNOWN_HEADS = new WeakMap<Buffer, string[]>()

/** Server settings that affect replies. */
export interface ConnectionOptions {
  readonly quietHeaders: boolean
  readonly compression: boolean
}

export class SocketConnection implements UndecidedConnection {
  readonly headOnly: boolean
  readonly encoding: Encoding | undefined
  readonly #response: ServerResponse
  readonly #session: Session
  readonly #options: ConnectionOptions
  /** Times that requests were freed before it was decided. */
  #since: number
  readonly #startMs = processMs()
  // Lazy: most requests never wait.
  #closed: AbortSignal | undefined
  #knownHead: string[] | undefined

  constructor(response: ServerResponse, session: Session, options: ConnectionOptions) {
    const { req: request } = response
    this.#response = response
    this.#session = session
    this.#options = options
    this.#since = session.waits.timesFreed
    this.headOnly = request.method === 'HEAD'
    this.encoding = options.compression ? acceptedEncoding(request) : undefined
  }

  elapsedMs(): number {
    return processMs() - this.#startMs
  }

  send(reply: Reply): void {
    const { status, body, headers, rule } = reply
    const isPlain = status === 200 && headers === undefined && rule === undefined
    const known = isPlain ? KNOWN_HEADS.get(body) : undefined
    if (known === undefined) {
      writeWholeHead(this.#response, reply, this.#session, this.#options)
      if (isPlain) KNOWN_HEADS.set(body, rawHeadOf(this.#response))
    } else {
      this.#knownHead = known.with(known.indexOf('Date') + 1, toHttpDate(this.#session.nowMs()))
      this.#response.writeHead(200, this.#knownHead)
    }
    this.#response.end(body)
  }

  get requestHead(): readonly string[] {
    return this.#response.req.rawHeaders
  }

  get replyHead(): readonly string[] {
    return this.#knownHead ?? rawHeadOf(this.#response)
  }

  head(reply: Reply, headers?: Readonly<Record<string, string>>): void {
    writeWholeHead(this.#response, reply, this.#session, this.#options, headers)
    this.#response.flushHeaders()
  }

  write(bytes: Buffer): void {
    this.#response.write(bytes)
  }

  end(): void {
    this.#response.end()
  }

  raw(bytes: Buffer): void {
    const { socket } = this.#response.req
    if (isEnding(socket)) return
    if (!(this.#response.headersSent && this.headOnly)) socket.write(bytes)
    socket.destroySoon()
  }

  async reset(): Promise<void> {
    if (this.#response.headersSent) await this.#session.waits.wait(FLUSH_MS, this.#gone())
    this.#response.req.socket.resetAndDestroy()
  }

  close(): void {
    const { socket } = this.#response.req
    if (!isEnding(socket)) socket.destroySoon()
  }

  get gone(): boolean {
    return isDisconnected(this.#response)
  }

  markDecided(): void {
    this.#since = this.#session.waits.timesFreed
  }

  wait(ms: number): Promise<boolean> {
    return this.#session.waits.wait(ms, this.#gone(), this.#since)
  }

  /** Aborted when the client disconnects. */
  #gone(): AbortSignal {
    this.#closed ??= disconnectSignal(this.#response)
    return this.#closed
  }
}

/** Whether the socket is ending, for example because another of its requests ended it. */
function isEnding({ destroyed, writableEnded }: IncomingMessage['socket']): boolean {
  return destroyed || writableEnded
}

/** The part of a response that heads are written to. */
type Head = Pick<ServerResponse, 'statusCode' | 'setHeader' | 'hasHeader' | 'removeHeader'>

/** The head of a base address reply. Its date is the session's, as are all times of the reply. */
export function writeWholeHead(
  response: Head & Answering,
  reply: Reply,
  session: Session,
  { quietHeaders, compression }: ConnectionOptions,
  more?: Reply['headers'],
): void {
  setDate(response, instantOf(session))
  crossOriginOfApi(response)
  // Shared caches must keep one body per encoding.
  if (compression && response.req.method !== 'OPTIONS') response.setHeader('vary', 'accept-encoding')
  writeHead(response, reply, quietHeaders, more)
}

/** Completes the lines of the head that opens a stream. */
export function completeUpgrade(
  lines: string[],
  { asOfMs, rule, headers = {} }: Reply,
  { quietHeaders }: ConnectionOptions,
): void {
  if (!quietHeaders) lines.push(`x-gmx-sim-at: ${new Date(asOfMs).toISOString()}`)
  if (!quietHeaders && rule !== undefined) lines.push(`x-gmx-sim-rule: ${rule}`)
  for (const [name, value] of Object.entries(headers)) {
    const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    if (at >= 0) lines.splice(at, 1)
    if (value !== null) lines.push(`${name}: ${value}`)
  }
}

/** Replaces the date that Node adds, unless `ms` is NaN. */
export function setDate(response: Pick<Head, 'setHeader'>, ms: number): void {
  if (!Number.isNaN(ms)) response.setHeader('Date', toHttpDate(ms))
}

/** NaN if the session itself fails. */
export function instantOf(session: Session): number {
  try {
    return session.nowMs()
  } catch {
    return Number.NaN
  }
}

/** Writes status and headers, `more` last. Node omits the body for HEAD. */
function writeHead(response: Head, reply: Reply, quietHeaders: boolean, more: Reply['headers'] = {}): void {
  const { status, body, asOfMs, headers, rule, encoding } = reply
  response.statusCode = status
  if (status !== 204) {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-length', body.length)
    if (encoding !== undefined) response.setHeader('content-encoding', encoding)
  }
  if (!quietHeaders) {
    if (!Number.isNaN(asOfMs)) response.setHeader('x-gmx-sim-at', new Date(asOfMs).toISOString())
    if (rule !== undefined) response.setHeader('x-gmx-sim-rule', rule)
  }
  for (const [name, value] of Object.entries({ ...headers, ...more }))
    if (value === null) response.removeHeader(name)
    else response.setHeader(name, value)
  if (response.hasHeader('transfer-encoding')) response.removeHeader('content-length')
}

/** Sends a reply of the simulator itself, which no journal records; any page may read it. Its date is the instant it describes, if any. */
export function writeReply(response: ServerResponse, reply: Reply, quietHeaders = true): void {
  setDate(response, reply.asOfMs)
  crossOrigin(response)
  writeHead(response, reply, quietHeaders)
  response.end(reply.body)
}

/** `getRawHeaderNames` exists on responses, but Node's types declare it for outgoing requests only. */
function rawHeadOf(response: ServerResponse & { getRawHeaderNames?(): string[] }): string[] {
  const names = response.getRawHeaderNames?.() ?? response.getHeaderNames()
  return names.flatMap((name) => [name, String(response.getHeader(name))])
}

/** The rest of the header is ignored: parsing takes time in proportion. */
const LONGEST_HEADER = 200

/** The encoding the client prefers; the first named on a tie, undefined for an uncompressed body. */
export function acceptedEncoding({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const text = headers['accept-encoding']
  if (text === undefined) return undefined
  const [first] = new Negotiator({ headers: { 'accept-encoding': text.slice(0, LONGEST_HEADER) } }).encodings(
    [...ENCODINGS, 'identity'],
  )
  return ENCODINGS.find((name) => name === first)
}

/** Called when a connection has ended: Node notifies the reply in turn only, never those queued behind it. */
const WATCHED = new WeakMap<Socket, Set<() => void>>()

/** Calls `then` when the connection has ended. Returns a function that unsubscribes. */
function onDisconnect(socket: Socket, then: () => void): () => void {
  const all = getOrCreate(WATCHED, socket, () => {
    const listeners = new Set<() => void>()
    socket.once('close', () => {
      for (const notify of listeners) notify()
    })
    return listeners
  })
  all.add(then)
  return () => void all.delete(then)
}

function isDisconnected(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed
}

/** Aborted when the client has disconnected or has its reply. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const end = () => {
    callOff()
    gone.abort()
  }
  const callOff = onDisconnect(response.req.socket, end)
  response.once('close', end)
  if (isDisconnected(response)) end()
  return gone.signal
}

export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS']
const EXPOSED_HEADERS = ['x-gmx-sim-at', 'x-gmx-sim-rule', 'x-gmx-sim-error', 'retry-after']

type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>

/** A response, as far as its headers depend on the request. */
interface Answering extends Pick<ServerResponse, 'setHeader' | 'getHeader'> {
  readonly req: RequestHead
}

const readable = cors({
  methods: ALLOWED_METHODS,
  exposedHeaders: EXPOSED_HEADERS,
  preflightContinue: true,
}) as unknown as (request: RequestHead, response: Answering, next: () => void) => void

/** Allows any page to read the reply, including on preflights, which are answered elsewhere. */
export function crossOrigin(response: Answering): void {
  readable(response.req, response, () => {})
  response.setHeader('x-content-type-options', 'nosniff')
}

/**
 * The same for the simulated API. Before a public page reaches a local address, Chrome asks for permission in a preflight:
 * granted for prices, never for control calls.
 */
export function crossOriginOfApi(response: Answering): void {
  crossOrigin(response)
  const { method, headers } = response.req
  if (method === 'OPTIONS' && headers['access-control-request-private-network'] === 'true')
    response.setHeader('access-control-allow-private-network', 'true')
}

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: RequestHead): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
