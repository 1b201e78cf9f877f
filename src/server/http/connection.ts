/** Sends replies and faults over a socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connection } from '../../api/routing/connection.js'
import type { Encoding } from '../../api/routing/encoding.js'
import type { Reply } from '../../api/routing/reply.js'
import { processMs } from '../../kit/clock/timers.js'
import type { Session } from '../../session/session.js'
import { acceptedEncoding } from './accepted-encoding.js'
import { crossOriginOfApi } from './cross-origin.js'
import { disconnectSignal, isDisconnected } from './disconnect.js'

/** Lets written data reach a local client before an RST would discard it. */
const FLUSH_MS = 30

/** Memo of reply heads untouched by rules, as alternating names and values, by body. */
const KNOWN_HEADS = new WeakMap<Buffer, string[]>()

/** Server settings that affect replies. */
export interface ConnectionOptions {
  readonly quietHeaders: boolean
  readonly compression: boolean
}

export class SocketConnection implements Connection {
  readonly headOnly: boolean
  readonly encoding: Encoding | undefined
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #session: Session
  readonly #options: ConnectionOptions
  readonly #since: number
  readonly #startMs = processMs()
  // Lazy: most requests never wait.
  #closed: AbortSignal | undefined
  #knownHead: readonly string[] | undefined

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    session: Session,
    options: ConnectionOptions,
  ) {
    this.#request = request
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
      this.#writeHead(reply)
      if (isPlain) KNOWN_HEADS.set(body, rawHeadOf(this.#response))
    } else {
      this.#response.writeHead(200, known)
      this.#knownHead = known
    }
    this.#response.end(body)
  }

  get requestHead(): readonly string[] {
    return this.#request.rawHeaders
  }

  get replyHead(): readonly string[] {
    return this.#knownHead ?? rawHeadOf(this.#response)
  }

  head(reply: Reply, headers?: Readonly<Record<string, string>>): void {
    this.#writeHead(reply, headers)
    this.#response.flushHeaders()
  }

  write(bytes: Buffer): void {
    this.#response.write(bytes)
  }

  end(): void {
    this.#response.end()
  }

  raw(bytes: Buffer): void {
    const { socket } = this.#request
    if (isEnding(socket)) return
    if (!(this.#response.headersSent && this.headOnly)) socket.write(bytes)
    socket.destroySoon()
  }

  async reset(): Promise<void> {
    if (this.#response.headersSent) await this.#session.waits.wait(FLUSH_MS, this.#gone())
    this.#request.socket.resetAndDestroy()
  }

  close(): void {
    const { socket } = this.#request
    if (!isEnding(socket)) socket.destroySoon()
  }

  get gone(): boolean {
    return isDisconnected(this.#request, this.#response)
  }

  wait(ms: number): Promise<boolean> {
    return this.#session.waits.wait(ms, this.#gone(), this.#since)
  }

  /** Aborted when the client disconnects. */
  #gone(): AbortSignal {
    this.#closed ??= disconnectSignal(this.#request, this.#response)
    return this.#closed
  }

  #writeHead(reply: Reply, headers?: Readonly<Record<string, string>>): void {
    writeWholeHead(this.#request, this.#response, reply, this.#options, headers)
  }
}

/** Whether the socket is ending, for example because another of its requests ended it. */
function isEnding({ destroyed, writableEnded }: IncomingMessage['socket']): boolean {
  return destroyed || writableEnded
}

/** The part of a response that heads are written to. */
export type Head = Pick<ServerResponse, 'statusCode' | 'setHeader' | 'hasHeader' | 'removeHeader'>

/** The head of a base address reply. */
export function writeWholeHead(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  response: Head & Pick<ServerResponse, 'getHeader'>,
  reply: Reply,
  { quietHeaders, compression }: ConnectionOptions,
  more?: Readonly<Record<string, string>>,
): void {
  crossOriginOfApi(request, response)
  // Shared caches must keep one body per encoding.
  if (compression && request.method !== 'OPTIONS') response.setHeader('vary', 'accept-encoding')
  writeHead(response, reply, quietHeaders, more)
}

/** Writes status and headers, `more` last. Node omits the body for HEAD. */
function writeHead(
  response: Head,
  { status, body, asOfMs, headers, rule, encoding }: Reply,
  quietHeaders: boolean,
  more: Readonly<Record<string, string>> = {},
): void {
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
  for (const [name, value] of Object.entries({ ...headers, ...more })) response.setHeader(name, value)
  if (response.hasHeader('transfer-encoding')) response.removeHeader('content-length')
}

/** Sends a reply of the simulator itself, which no journal records. */
export function writeReply(response: ServerResponse, quietHeaders: boolean, reply: Reply): void {
  writeHead(response, reply, quietHeaders)
  response.end(reply.body)
}

/** `getRawHeaderNames` exists on responses, but Node's types declare it for outgoing requests only. */
function rawHeadOf(response: ServerResponse & { getRawHeaderNames?(): string[] }): string[] {
  const names = response.getRawHeaderNames?.() ?? response.getHeaderNames()
  return names.flatMap((name) => [name, String(response.getHeader(name))])
}
