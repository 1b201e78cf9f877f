import { UserError } from '../kit/errors.js'
import { VERSION } from '../kit/version.js'

export interface SourceReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Start of the request and end of the reply, in ms of one clock. */
  readonly sentMs: number
  readonly receivedMs: number
}

export type Source = ReturnType<typeof createSource>

/** About ten times the longest reply. */
export const MAX_REPLY_BYTES = 32 << 20

/** All replies of a source, which are kept until they are compared. */
export const MAX_TOTAL_BYTES = 128 << 20

interface SourceOptions {
  /** Requests per second. */
  readonly rate: number
  readonly timeoutMs: number
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly pace: { nowMs(): number; wait(ms: number): Promise<void> }
}

/** `base` is such as `http://127.0.0.1:8650/arbitrum`. */
export function createSource(base: string, { rate, timeoutMs, fetch, pace }: SourceOptions) {
  const apartMs = 1000 / rate
  let lastMs = Number.NEGATIVE_INFINITY
  let totalBytes = 0
  return {
    apartMs,
    /** Sends a GET at least `afterMs` after the previous one; rejects with a UserError without a reply. */
    async ask(path: string, afterMs = 0): Promise<SourceReply> {
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
        const bytes = await readBoundedBody(reply.body ?? [], `${base}${path}`)
        totalBytes += bytes.length
        if (totalBytes > MAX_TOTAL_BYTES) throw tooLarge('the replies are', MAX_TOTAL_BYTES, base)
        const { status } = reply
        const headers = Object.fromEntries(reply.headers)
        return { status, headers, body: bytes.toString('utf8'), sentMs, receivedMs: pace.nowMs() }
      } catch (error) {
        if (error instanceof UserError) throw error
        const { name, message, cause } = error as Error & { readonly cause?: { readonly code?: string } }
        const why = name === 'TimeoutError' ? `no answer in ${timeoutMs} ms` : (cause?.code ?? message)
        const hint = 'check the address, or write a longer --timeout'
        throw new UserError(`${base}${path} is unreachable`, why, hint)
      }
    },
  }
}

/** All bytes of a body; rejects with a UserError beyond `MAX_REPLY_BYTES`. */
export async function readBoundedBody(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  source: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > MAX_REPLY_BYTES) throw tooLarge('the reply is', MAX_REPLY_BYTES, source)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(what: string, bytes: number, source: string): UserError {
  return new UserError(`${what} larger than ${bytes >> 20} MiB`, source, 'write the address of a price API')
}
