import { parseHttpDate } from '../../kit/formats/http-date.js'
import type { Generation } from '../../market/catalogue/bases.js'

/** Statuses without a body. */
export const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])

export interface Reply {
  readonly status: number
  /** UTF-8 JSON, unless `headers` say otherwise. */
  readonly body: Buffer
  /** The instant described, ms since 1970; NaN if none. */
  readonly asOfMs: number
  /** Extra headers; null removes one that the server would send. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Content encoding of `body`; none if omitted. */
  readonly encoding?: Encoding
  /** The body before it was encoded. */
  readonly plain?: Buffer
  /** Messages of its body, if that is an error of the service. */
  readonly errors?: readonly string[]
  /** The rows that a fault was limited to, and the instant that they describe. */
  readonly struck?: { readonly only: readonly string[]; readonly asOfMs: number }
  /** The rule that affected it. */
  readonly rule?: string
}

/** An error in the first generation's only shape. */
export function errorReply(
  status: number,
  errors: readonly string[],
  asOfMs: number,
  headers?: ReplyHeaders,
): Reply {
  return {
    status,
    body: Buffer.from(JSON.stringify({ errors })),
    asOfMs,
    errors,
    ...(headers && { headers }),
  }
}

type ReplyHeaders = NonNullable<Reply['headers']>

/** A reply whose body a scenario says: text, or a value as JSON; undefined for none. */
export function customReply(status: number, body: unknown, asOfMs: number, headers: ReplyHeaders): Reply {
  const isText = typeof body === 'string'
  const type = isText ? { 'content-type': 'text/plain; charset=utf-8' } : {}
  const isEmpty = body === undefined || NO_BODY.has(status)
  const text = isText ? body : JSON.stringify(body)
  return { status, body: Buffer.from(isEmpty ? '' : text), asOfMs, headers: { ...type, ...headers } }
}

/** Writes an error in the shape of a generation; leaves other replies unchanged. */
export function withErrorsOf(generation: Generation, reply: Reply): Reply {
  const { errors, status, asOfMs } = reply
  if (generation === 1 || errors === undefined) return reply
  const code = status < 500 ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR'
  const traceId = Math.max(0, asOfMs || 0)
    .toString(16)
    .padStart(32, '0')
  return { ...reply, body: Buffer.from(JSON.stringify({ message: errors.join('; '), code, traceId })) }
}

const MAX_SHOWN = 200
const NOTHING_ITSELF = 'there is nothing at a base address itself: ask for a path below it, such as /ping'

/** 404; truncates long paths. */
export function notFoundReply(path: string, asOfMs: number, hint?: string): Reply {
  if (path === '/') return errorReply(404, [NOTHING_ITSELF], asOfMs)
  const shown = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path
  return errorReply(404, [`there is nothing at ${shown}${hint === undefined ? '' : `; ${hint}`}`], asOfMs)
}

/** The messages of an error body of either generation. */
export function errorTextOf(body: Buffer): string {
  const { errors, message } = JSON.parse(body.toString()) as { errors?: string[]; message?: string }
  return errors?.join('; ') ?? message ?? ''
}

/** Paths below which every call changes state or needs a signature. */
const SIGNED =
  /^\/v1\/(orders\/(txns|prepare|submit|cancel|edit)|subaccounts?|gmx-account|relay|deposits?|withdrawals?)/
const READING_METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Reads by POST what such a call has made: nothing is found here. */
const STATUS = '/v1/orders/txns/status'

/** Whether a call of the second generation changes state or needs a signature. */
export function isNotSimulated(method: string, path: string): boolean {
  return path !== STATUS && (!READING_METHODS.includes(method) || SIGNED.test(path))
}

/** 501 */
export function notSimulatedReply(method: string, path: string, asOfMs: number): Reply {
  const message = `${method} ${path} is not simulated: only public reads are, no orders, subaccounts, deposits or withdrawals`
  return errorReply(501, [message], asOfMs)
}

/** 405; `allowed` begins with the method to use. */
export function wrongMethodReply(method: string, allowed: readonly string[], asOfMs: number): Reply {
  const message = `${method} is not allowed here, use ${allowed[0]}`
  return errorReply(405, [message], asOfMs, { allow: allowed.join(', ') })
}

/** 204; lists methods only where they differ from those that every reply allows. */
export function preflightReply(methods: readonly string[] | undefined, asOfMs: number): Reply {
  const headers = methods && { 'access-control-allow-methods': methods.join(',') }
  return { status: 204, body: Buffer.alloc(0), asOfMs, ...(headers && { headers }) }
}

/** Content encodings, by their HTTP names. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The value of a header by its lower-case name: null if it is removed, undefined if the server decides. */
export function headerIn(headers: ReplyHeaders = {}, name: string): string | null | undefined {
  const written = Object.keys(headers).findLast((written) => written.toLowerCase() === name)
  return written === undefined ? undefined : headers[written]
}

/** Seconds that Retry-After asks to wait from `atMs` on, as a number or a date; undefined without a valid one. */
export function retryAfterOf({ headers = {} }: Reply, atMs: number): number | undefined {
  const text = headerIn(headers, 'retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const dateMs = parseHttpDate(text, atMs)
  return dateMs === undefined ? undefined : Math.max(0, dateMs - atMs) / 1000
}

/**
 * The reply's way out, with the connection faults. `server/http/connection.ts` writes to a socket, `server/http/local/connection.ts` builds a Response.
 *
 * Waits are real time and end early when held requests are freed (scenario change, end of session) or the client disconnects: every
 * fault must be able to continue at once.
 */
export interface Connection {
  /** Sends the whole reply. */
  send(reply: Reply): void
  /**
   * Sends status and headers of `reply`, with `headers` on top; `write` and `end` send the body. Omits Content-Length if `headers` have a
   * transfer-encoding.
   */
  head(reply: Reply, headers?: Readonly<Record<string, string>>): void
  write(bytes: Buffer): void
  end(): void
  /** Writes raw bytes, then closes the connection. */
  raw(bytes: Buffer): void
  /** Sends RST, after data already written. */
  reset(): void
  /** Sends FIN, whatever Content-Length announced. */
  close(): void
  /** Real ms since the request arrived. */
  elapsedMs(): number
  /** Whether this is HEAD: body data is discarded. */
  readonly headOnly: boolean
  /** Accepted encoding; undefined for none. */
  readonly encoding: Encoding | undefined
  /** Header names and values in turn: those of the request, and those sent so far, if known. */
  readonly requestHead?: readonly string[] | undefined
  readonly replyHead?: readonly string[] | undefined
  /** Whether the client has disconnected. */
  readonly gone: boolean
  /** Waits for `ms`, Infinity until freed; true if freed early. */
  wait(ms: number): Promise<boolean>
}

/** A copy of what is sent over a connection. */
export interface SentCopy {
  /** Undefined before the reply, and for a connection that broke without one. */
  replyHead: readonly string[] | undefined
  /** Adds a part of the body. */
  add(part: Buffer): void
}

/** The connection of a request that no rule has decided yet. */
export interface UndecidedConnection extends Connection {
  /** Filled with what is sent, if set. */
  copy: SentCopy | undefined
  /** Called as its request is decided: scenarios that are loaded later end its waits. Default: on arrival. */
  markDecided(): void
}
