/** Headers and body of one request, as far as they are kept. */
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { setTimer } from '../../kit/clock/timers.js'
import { noSuchEntry } from '../../session/control-errors.js'
import { Exchanges } from '../../session/exchanges.js'
import type { Session } from '../../session/session.js'

/** How long exchanges are kept after the last watcher has left: a dashboard in a hidden tab watches nothing. */
const KEPT_MS = 10 * 60_000
const LONGEST_BODY = 64 * 1024

const headers = z.array(z.strictObject({ name: z.string(), value: z.string() }))

export const exchangeReply = z.strictObject({
  exchange: z
    .strictObject({
      requestHeaders: headers.describe('Secrets read (hidden)'),
      replyHeaders: headers.nullable().describe('Null if none were sent'),
      body: z.string().describe('As text, decompressed, at most 64 kB'),
      bytes: z.int().describe('Length of the whole body, decompressed'),
    })
    .nullable()
    .describe('Null if it was not kept'),
})

/** Keeps exchanges of a session until the returned function is called, and for a while after. */
export function keepExchanges(session: Session): () => void {
  session.exchanges ??= new Exchanges()
  const { exchanges } = session
  exchanges.watchers++
  exchanges.callOff()
  return () => {
    if (--exchanges.watchers > 0) return
    const forget = () => {
      session.exchanges = undefined
    }
    if (session.hasEnded) return forget()
    exchanges.callOff = setTimer(KEPT_MS, forget)
  }
}

export function exchangeOf(session: Session, n: number): z.output<typeof exchangeReply> {
  const line = session.journal.find(n)
  if (line === undefined) throw noSuchEntry(n)
  const kept = session.exchanges?.of(line)
  if (kept === undefined) return { exchange: null }
  const replyHeaders = kept.replyHead && headersIn(kept.replyHead)
  const encoding = replyHeaders?.find(({ name }) => name.toLowerCase() === 'content-encoding')?.value
  const body = decoded(Buffer.concat(kept.parts), encoding)
  return {
    exchange: {
      requestHeaders: headersIn(kept.requestHead),
      replyHeaders: replyHeaders ?? null,
      body: body.subarray(0, LONGEST_BODY).toString(),
      bytes: body.length,
    },
  }
}

const SECRET = /auth|cookie|token|secret|api-?key/i

function headersIn(head: readonly string[]) {
  return Array.from({ length: head.length / 2 }, (_, index) => {
    const [name, value] = [head[2 * index]!, head[2 * index + 1]!]
    return { name, value: SECRET.test(name) ? '(hidden)' : value }
  })
}

/** The start of a body that was cut short, and the bytes as they are if they are no such encoding. */
function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    if (encoding === 'br')
      return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
  } catch {
    // A fault may send anything.
  }
  return bytes
}
