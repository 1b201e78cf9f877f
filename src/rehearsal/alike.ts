/** Facts shared by all requests of a kind, created once per kind. */

import { queryKeyOf } from '../api/routing/query-key.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Asked, Fate } from '../grading/timeline.js'
import { getOrCreate } from '../kit/maps.js'
import { fateFor } from '../session/journal/as-timeline.js'
import type { JournalRecord, RequestKind } from '../session/journal/entry.js'

export interface Alike {
  askedOf(request: ApiRequest, line: JournalRecord, client: number): Asked
  fateOf(line: Pick<JournalRecord, 'kind' | 'retryAfterSeconds'>): Fate
}

interface OfKind {
  /** By path and query, then by user agent, then by client. */
  readonly asked: Map<string, Map<string | null, Asked[]>>
  readonly fate: Fate
  /** By Retry-After, in seconds. */
  readonly byRetryAfter: Map<number, Fate>
}

/** Bounds the memory for scenarios with very many rules. */
const MAX_KINDS = 5000

export function createAlike(): Alike {
  // The journal has one object per kind: faster than a string key.
  const kinds = new Map<RequestKind, OfKind>()
  const newKind = (kind: RequestKind): OfKind => ({
    asked: new Map(),
    fate: fateFor(kind, null),
    byRetryAfter: new Map(),
  })
  const ofKind = (kind: RequestKind): OfKind =>
    kinds.size < MAX_KINDS ? getOrCreate(kinds, kind, newKind) : (kinds.get(kind) ?? newKind(kind))
  return {
    askedOf(request, line, client) {
      // Requests with an id rarely repeat.
      if (line.requestId !== null) return askedFor(request, client)
      const { asked } = ofKind(line.kind)
      const byAgent = getOrCreate(asked, request.url, () => new Map<string | null, Asked[]>())
      const byClient = getOrCreate(byAgent, line.userAgent, () => [])
      byClient[client] ??= askedFor(request, client)
      return byClient[client]
    },
    fateOf({ kind, retryAfterSeconds }) {
      const { fate, byRetryAfter } = ofKind(kind)
      if (retryAfterSeconds === undefined) return fate
      return getOrCreate(byRetryAfter, retryAfterSeconds, () =>
        fateFor(kind, Math.round(retryAfterSeconds * 1000)),
      )
    },
  }
}

function askedFor(request: ApiRequest, client: number): Asked {
  const { network, base, endpoint, method, url } = request
  const question = `${network} ${queryKeyOf(endpoint, url)}`
  const requestId = request.header('x-request-id') ?? null
  const userAgent = request.header('user-agent') ?? null
  return { network, base, endpoint: endpoint ?? null, method, url, question, requestId, client, userAgent }
}
