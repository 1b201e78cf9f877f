/** Asks a base address, politely: GETs of public data, one at a time, no more than so many a second, named in the user agent. */
import { UserError } from '../core/errors.js'
import { VERSION } from '../core/version.js'

/** What came of one question. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** When it was asked and when all of it had come, in ms by one clock. */
  readonly sentMs: number
  readonly receivedMs: number
}

export interface Source {
  /** How far two questions are apart at least. */
  readonly apartMs: number
  /** The answer to a GET, sent so long after the one before, or later; rejects with a UserError where there is none. */
  ask(path: string, afterMs?: number): Promise<Answered>
}

/** Some ten times what the longest reply has. */
export const MOST_REPLY_BYTES = 32 << 20

/** A clock and how to wait by it. */
export interface Pace {
  nowMs(): number
  wait(ms: number): Promise<void>
}

export interface SourceOptions {
  /** GETs a second, at most. */
  readonly rate: number
  readonly timeoutMs: number
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly pace: Pace
}

/** `base` is a base address, such as `http://127.0.0.1:8650/arbitrum`. */
export function createSource(base: string, { rate, timeoutMs, fetch, pace }: SourceOptions): Source {
  const apartMs = 1000 / rate
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    apartMs,
    async ask(path, afterMs = 0) {
      const waitMs = lastMs + Math.max(apartMs, afterMs) - pace.nowMs()
      if (waitMs > 0) await pace.wait(waitMs)
      const sentMs = pace.nowMs()
      lastMs = sentMs
      try {
        const reply = await fetch(`${base}${path}`, {
          headers: { 'user-agent': `gmx-sim/${VERSION} compare`, accept: 'application/json' },
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const body = await boundedText(reply, `${base}${path}`)
        return {
          status: reply.status,
          headers: Object.fromEntries(reply.headers),
          body,
          sentMs,
          receivedMs: pace.nowMs(),
        }
      } catch (error) {
        if (error instanceof UserError) throw error
        const { name, message, cause } = error as Error & { readonly cause?: { readonly code?: string } }
        const why = name === 'TimeoutError' ? `no answer in ${timeoutMs} ms` : (cause?.code ?? message)
        throw new UserError(
          `${base}${path} could not be asked`,
          why,
          'check the address, or write a longer --timeout',
        )
      }
    },
  }
}

/** A body that has no end is not read to it. */
async function boundedText({ body }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > MOST_REPLY_BYTES)
      throw new UserError(
        `the reply is larger than ${MOST_REPLY_BYTES >> 20} MiB`,
        url,
        'write the base address of a price API',
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
