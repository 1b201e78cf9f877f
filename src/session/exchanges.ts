/** Headers and bodies of the newest requests of a session, kept while somebody watches it. */

import type { Connection } from '../api/routing/connection.js'
import type { Encoding } from '../api/routing/encoding.js'
import type { Reply } from '../api/routing/reply.js'
import type { JournalRecord } from './journal/entry.js'

/** Heads are alternating names and values. */
export interface Exchange {
  readonly atMs: number
  readonly requestHead: readonly string[]
  /** Undefined before the reply, and for a connection that broke without one. */
  replyHead: readonly string[] | undefined
  /** As sent; shared with the answer cache. */
  readonly parts: Buffer[]
  encoding: Encoding | undefined
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

  /** The connection on which to answer the request of a journal record. */
  arrived({ n, atMs, realMs }: JournalRecord, connection: Connection): Connection {
    if (realMs - this.#secondMs >= 1000) {
      this.#secondMs = realMs
      this.#inSecond = 0
    }
    if (++this.#inSecond > MAX_PER_SECOND) return connection
    const requestHead = connection.requestHead ?? []
    const exchange = { atMs, requestHead, replyHead: undefined, parts: [], encoding: undefined, bytes: 0 }
    this.#drop(n)
    this.#kept.set(n, exchange)
    if (this.#kept.size > MAX_EXCHANGES) this.#dropOldest()
    return new WatchedConnection(connection, exchange, (bytes) => this.#spend(exchange, bytes))
  }

  /** The exchange of a record, if it is kept. */
  of({ n, atMs }: JournalRecord): Exchange | undefined {
    const exchange = this.#kept.get(n)
    // Numbers begin anew when a journal is cleared.
    return exchange?.atMs === atMs ? exchange : undefined
  }

  #spend(exchange: Exchange, bytes: number): void {
    exchange.bytes += bytes
    this.#bytes += bytes
    while (this.#bytes > MAX_EXCHANGE_BYTES && this.#kept.size > 1) this.#dropOldest()
  }

  #dropOldest(): void {
    const [oldest] = this.#kept.keys()
    this.#drop(oldest)
  }

  #drop(n: number): void {
    const exchange = this.#kept.get(n)
    if (exchange === undefined) return
    this.#kept.delete(n)
    this.#bytes -= exchange.bytes
  }
}

/** Forwards to a connection, and keeps what is sent over it. */
class WatchedConnection implements Connection {
  readonly headOnly: boolean
  readonly encoding: Encoding | undefined
  readonly #to: Connection
  readonly #exchange: Exchange
  readonly #spend: (bytes: number) => void

  constructor(to: Connection, exchange: Exchange, spend: (bytes: number) => void) {
    this.#to = to
    this.#exchange = exchange
    this.#spend = spend
    this.headOnly = to.headOnly
    this.encoding = to.encoding
  }

  send(reply: Reply): void {
    this.#to.send(reply)
    this.#began(reply)
    this.#sent(reply.body)
  }

  head(reply: Reply, headers?: Readonly<Record<string, string>>): void {
    this.#to.head(reply, headers)
    this.#began(reply)
  }

  write(bytes: Buffer): void {
    this.#to.write(bytes)
    this.#sent(bytes)
  }

  end(): void {
    this.#to.end()
  }

  raw(bytes: Buffer): void {
    this.#to.raw(bytes)
    this.#sent(bytes)
  }

  reset(): void {
    this.#to.reset()
  }

  close(): void {
    this.#to.close()
  }

  elapsedMs(): number {
    return this.#to.elapsedMs()
  }

  get gone(): boolean {
    return this.#to.gone
  }

  wait(ms: number): Promise<boolean> {
    return this.#to.wait(ms)
  }

  #began({ encoding }: Reply): void {
    this.#exchange.encoding = encoding
    this.#exchange.replyHead = this.#to.replyHead ?? []
  }

  #sent(bytes: Buffer): void {
    if (this.headOnly) return
    this.#exchange.parts.push(bytes)
    this.#spend(bytes.length)
  }
}
