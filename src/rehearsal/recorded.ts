/** Recorded requests, the facts that they share, and the connection that reports their end. */

import { queryKeyOf } from '../api/endpoints/query-key.js'
import type { Connection, Reply } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Asked, Content, Fate, TimelineRequest } from '../grading/timeline.js'
import { getOrCreate } from '../kit/maps.js'
import { fateFor } from '../session/clients/as-timeline.js'
import type { JournalRecord, RequestKind } from '../session/journal/entry.js'

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

type FateFacts = Pick<JournalRecord, 'kind'> & { readonly retryAfterSeconds?: number | undefined }

/** Facts shared by all requests of a kind, of which the journal has one object: faster than a string key. */
export class SharedFacts {
  /** By client, path and query, and user agent. */
  readonly #asked = new WeakMap<RequestKind, Map<string, Asked>>()
  /** By Retry-After, in seconds. */
  readonly #fates = new WeakMap<RequestKind, Map<number | undefined, Fate>>()

  askedOf(request: ApiRequest, line: JournalRecord, client: number): Asked {
    const create = (): Asked => {
      const { network, base, endpoint = null, method, url } = request
      const { requestId, userAgent } = line
      const question = `${network} ${queryKeyOf(endpoint, url)}`
      return { network, base, endpoint, method, url, question, requestId, client, userAgent }
    }
    // Requests with an id rarely repeat.
    if (line.requestId !== null) return create()
    const ofKind = getOrCreate(this.#asked, line.kind, () => new Map<string, Asked>())
    return getOrCreate(ofKind, `${client} ${request.url} ${line.userAgent}`, create)
  }

  fateOf({ kind, retryAfterSeconds }: FateFacts): Fate {
    const ofKind = getOrCreate(this.#fates, kind, () => new Map<number | undefined, Fate>())
    return getOrCreate(ofKind, retryAfterSeconds, () =>
      fateFor(kind, retryAfterSeconds === undefined ? null : Math.round(retryAfterSeconds * 1000)),
    )
  }
}

/** Forwards to a connection. A class: objects with accessors of their own cost 4 us per request. */
export class RecordedConnection implements Connection {
  readonly headOnly: boolean
  readonly encoding: Connection['encoding']
  readonly #to: Connection
  readonly #sent: (reply: Reply) => void
  readonly #ended: (end: 'answered' | 'given-up' | 'closed') => void
  #reply: Reply | undefined

  /** `sent` is called when the whole reply was handed to the connection, `ended` for every other end. */
  constructor(
    to: Connection,
    sent: (reply: Reply) => void,
    ended: (end: 'answered' | 'given-up' | 'closed') => void,
  ) {
    this.#to = to
    this.#sent = sent
    this.#ended = ended
    this.headOnly = to.headOnly
    this.encoding = to.encoding
  }

  send(reply: Reply): void {
    this.#to.send(reply)
    this.#sent(reply)
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
    if (!wasGone && this.#reply !== undefined) this.#sent(this.#reply)
  }

  raw(bytes: Buffer): void {
    this.#to.raw(bytes)
    this.#ended('answered')
  }

  reset(): void {
    this.#to.reset()
    this.#ended('answered')
  }

  close(): void {
    const wasGone = this.gone
    this.#to.close()
    if (!wasGone) this.#ended('closed')
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
    if (gone) this.#ended('given-up')
    return gone
  }

  async wait(ms: number): Promise<boolean> {
    const cutShort = await this.#to.wait(ms)
    if (cutShort) void this.gone
    return cutShort
  }
}
