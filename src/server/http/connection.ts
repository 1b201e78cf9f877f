/** Sends replies and faults over a socket. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type NegotiatorClass from 'negotiator'
import {
  ENCODINGS,
  type Encoding,
  type Reply,
  type SentCopy,
  type UndecidedConnection,
} from '../../api/routing/reply.js'
import { nextTurn, processMs } from '../../kit/clock/timers.js'
import { toHttpDate } from '../../kit/formats/http-date.js'
import { nativeRequire } from '../../kit/native-require.js'
import type { Session } from '../../session/session.js'
import { disconnectSignal, isDisconnected } from './disconnect.js'
import { type ConnectionOptions, writeWholeHead } from './reply-head.js'

const Negotiator: typeof NegotiatorClass = nativeRequire('negotiator')

/** Lets written data reach a local client before an RST would discard it. */
const FLUSH_MS = 30

/** Memo of reply heads untouched by rules, as alternating names and values, by body. The date is replaced. */
const KNOWN_HEADS = new WeakMap<Buffer, string[]>()

export class SocketConnection implements UndecidedConnection {
  readonly headOnly: boolean
  readonly encoding: Encoding | undefined
  copy: SentCopy | undefined
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
    this.#copyHead()
    this.#copyBody(body)
  }

  get requestHead(): readonly string[] {
    return this.#response.req.rawHeaders
  }

  head(reply: Reply, headers?: Readonly<Record<string, string>>): void {
    writeWholeHead(this.#response, reply, this.#session, this.#options, headers)
    this.#response.flushHeaders()
    this.#copyHead()
  }

  write(bytes: Buffer): void {
    this.#response.write(bytes)
    this.#copyBody(bytes)
  }

  end(): void {
    this.#response.end()
  }

  raw(bytes: Buffer): void {
    const { socket } = this.#response.req
    if (isEnding(socket)) return
    if (!(this.#response.headersSent && this.headOnly)) socket.write(bytes)
    socket.destroySoon()
    this.#copyBody(bytes)
  }

  #copyHead(): void {
    if (this.copy !== undefined) this.copy.replyHead = this.#knownHead ?? rawHeadOf(this.#response)
  }

  #copyBody(bytes: Buffer): void {
    if (!this.headOnly) this.copy?.add(bytes)
  }

  async reset(): Promise<void> {
    if (this.#response.headersSent) {
      await this.#session.waits.wait(FLUSH_MS, this.#gone())
      // A client in this process has not read yet if the process was busy, and would see an end of the stream.
      await nextTurn()
    }
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

/** `getRawHeaderNames` exists on responses, but Node's types declare it for outgoing requests only. */
function rawHeadOf(response: ServerResponse & { getRawHeaderNames?(): string[] }): string[] {
  const names = response.getRawHeaderNames?.() ?? response.getHeaderNames()
  return names.flatMap((name) => [name, String(response.getHeader(name))])
}

/** The rest of the header is ignored: parsing takes time in proportion. */
const LONGEST_HEADER = 200

/** The encoding the client prefers; the first named on a tie, undefined for an uncompressed body. */
export function acceptedEncoding({ headers }: IncomingMessage): Encoding | undefined {
  const text = headers['accept-encoding']
  if (text === undefined) return undefined
  const [first] = new Negotiator({ headers: { 'accept-encoding': text.slice(0, LONGEST_HEADER) } }).encodings(
    [...ENCODINGS, 'identity'],
  )
  return ENCODINGS.find((name) => name === first)
}
