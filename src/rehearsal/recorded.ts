/** A recorded request, and the connection that reports its end. */

import type { Connection } from '../api/routing/connection.js'
import type { Reply } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Asked, Content, Fate, TimelineRequest } from '../grading/timeline.js'
import type { JournalRecord } from '../session/journal/entry.js'

/** Notified of the ends of requests. */
export interface Listener {
  /** The whole reply was handed to the connection. */
  sent(request: Recorded, reply: Reply, asked: ApiRequest, line: JournalRecord): void
  ended(request: Recorded, end: 'answered' | 'given-up'): void
}

/** One request; few fields and shared objects, as there may be a million. */
export class Recorded implements TimelineRequest {
  readonly n: number
  readonly asked: Asked
  fate: Fate
  atMs: number
  endMs: number | null = null
  end: TimelineRequest['end'] = 'open'
  content: Content | null = null

  constructor(n: number, asked: Asked, fate: Fate, atMs: number) {
    this.n = n
    this.asked = asked
    this.fate = fate
    this.atMs = atMs
  }
}

/** Forwards to a connection, and reports the end of the request. */
export class RecordedConnection implements Connection {
  readonly headOnly: boolean
  /** Replies of a rehearsal are not compressed, as they are parsed on the way. */
  readonly encoding = undefined
  readonly #to: Connection
  readonly #request: Recorded
  readonly #asked: ApiRequest
  readonly #line: JournalRecord
  readonly #listener: Listener
  #reply: Reply | undefined

  constructor(to: Connection, request: Recorded, asked: ApiRequest, line: JournalRecord, listener: Listener) {
    this.#to = to
    this.#request = request
    this.#asked = asked
    this.#line = line
    this.#listener = listener
    this.headOnly = to.headOnly
  }

  send(reply: Reply): void {
    this.#to.send(reply)
    this.#listener.sent(this.#request, reply, this.#asked, this.#line)
  }

  head(reply: Reply, headers?: Readonly<Record<string, string>>): void {
    this.#reply = reply
    this.#to.head(reply, headers)
  }

  write(bytes: Buffer): void {
    this.#to.write(bytes)
  }

  end(): void {
    const wasGone = this.gone
    this.#to.end()
    if (!wasGone && this.#reply !== undefined)
      this.#listener.sent(this.#request, this.#reply, this.#asked, this.#line)
  }

  raw(bytes: Buffer): void {
    this.#to.raw(bytes)
    this.#listener.ended(this.#request, 'answered')
  }

  reset(): void {
    this.#to.reset()
    this.#listener.ended(this.#request, 'answered')
  }

  close(): void {
    const wasGone = this.gone
    this.#to.close()
    // A held request that was freed never got an answer.
    if (!wasGone && this.#request.fate.met !== 'silent') this.#listener.ended(this.#request, 'answered')
  }

  get requestHead(): readonly string[] | undefined {
    return this.#to.requestHead
  }

  get replyHead(): readonly string[] | undefined {
    return this.#to.replyHead
  }

  elapsedMs(): number {
    return this.#to.elapsedMs()
  }

  /** A client that disconnects before the answer has given up. */
  get gone(): boolean {
    const { gone } = this.#to
    if (gone) this.#listener.ended(this.#request, 'given-up')
    return gone
  }

  async wait(ms: number): Promise<boolean> {
    const cutShort = await this.#to.wait(ms)
    if (cutShort) void this.gone
    return cutShort
  }
}
