/** Headers and bodies of the newest requests of a session, kept while somebody watches it. */

import type { SentCopy } from '../api/routing/reply.js'
import type { JournalRecord } from './journal/entry.js'

/** Heads are alternating names and values. */
export interface Exchange extends SentCopy {
  readonly atMs: number
  readonly requestHead: readonly string[]
  /** As sent; shared with the answer cache. */
  readonly parts: Buffer[]
  bytes: number
}

/** Bodies kept per session, shared ones counted each time. */
export const MAX_EXCHANGE_BYTES = 16 * 1024 * 1024
export const MAX_EXCHANGES = 2000
/** Kept per real second: under load it is speed that counts. */
export const MAX_PER_SECOND = 500

export class Exchanges {
  /** In order of arrival. */
  readonly #kept = new Map<number, Exchange>()
  #bytes = 0
  /** Begin of the current second, and requests in it. */
  #secondMs = Number.NEGATIVE_INFINITY
  #inSecond = 0
  /** Clients that want them kept. */
  watchers = 0
  /** Keeps them on, although nobody watched for a while. */
  callOff = (): void => {}

  /** The exchange of a request, to be filled by its connection; undefined if it is not kept. */
  begin({ n, atMs, realMs }: JournalRecord, requestHead: readonly string[] = []): Exchange | undefined {
    // Numbers begin anew when a journal is cleared.
    this.#drop(n)
    if (realMs - this.#secondMs >= 1000) {
      this.#secondMs = realMs
      this.#inSecond = 0
    }
    if (++this.#inSecond > MAX_PER_SECOND) return undefined
    const add = (part: Buffer): void => {
      // Others may have pushed it out, while its reply was on its way.
      if (this.#kept.get(n) === exchange) this.#add(exchange, part)
    }
    const exchange: Exchange = { atMs, requestHead, replyHead: undefined, parts: [], bytes: 0, add }
    this.#kept.set(n, exchange)
    if (this.#kept.size > MAX_EXCHANGES) this.#dropOldest()
    return exchange
  }

  /** The exchange of a record, if it is kept. */
  of({ n, atMs }: JournalRecord): Exchange | undefined {
    const exchange = this.#kept.get(n)
    // It may be that of a number before the journal was cleared.
    return exchange?.atMs === atMs ? exchange : undefined
  }

  #add(exchange: Exchange, part: Buffer): void {
    exchange.parts.push(part)
    exchange.bytes += part.length
    this.#bytes += part.length
    while (this.#bytes > MAX_EXCHANGE_BYTES && this.#kept.size > 1) this.#dropOldest()
  }

  #dropOldest(): void {
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#drop(oldest)
  }

  #drop(n: number): void {
    const exchange = this.#kept.get(n)
    if (exchange === undefined) return
    this.#kept.delete(n)
    this.#bytes -= exchange.bytes
  }
}
