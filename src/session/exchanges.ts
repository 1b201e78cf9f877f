/** Headers and bodies of the newest requests of a session, kept while somebody watches it. */

import type { Connection, Encoding, Reply } from '../api/routing/reply.js'
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

  /** Keeps what is sent over the connection on which the request of a journal record is answered. */
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
    return watched(connection, exchange, (bytes) => this.#spend(exchange, bytes))
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
    if (oldest !== undefined) this.#drop(oldest)
  }

  #drop(n: number): void {
    const exchange = this.#kept.get(n)
    if (exchange === undefined) return
    this.#kept.delete(n)
    this.#bytes -= exchange.bytes
  }
}

/** Makes a connection keep what is sent over it. */
function watched(connection: Connection, exchange: Exchange, spend: (bytes: number) => void): Connection {
  const { send, head, write, raw } = connection
  const began = ({ encoding }: Reply): void => {
    exchange.encoding = encoding
    exchange.replyHead = connection.replyHead ?? []
  }
  const sent = (bytes: Buffer): void => {
    if (connection.headOnly) return
    exchange.parts.push(bytes)
    spend(bytes.length)
  }
  const watching: Pick<Connection, 'send' | 'head' | 'write' | 'raw'> = {
    send(reply) {
      send.call(connection, reply)
      began(reply)
      sent(reply.body)
    },
    head(reply, headers) {
      head.call(connection, reply, headers)
      began(reply)
    },
    write(bytes) {
      write.call(connection, bytes)
      sent(bytes)
    },
    raw(bytes) {
      raw.call(connection, bytes)
      sent(bytes)
    },
  }
  return Object.assign(connection, watching)
}
