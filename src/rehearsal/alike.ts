/** What many requests have in common, made once for all of them: found by what the journal counts them apart by. */

import { getOrCreate } from '../core/maps.js'
import { questionOf } from '../exchange/question.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Asked, Fate } from '../grading/timeline.js'
import type { Line, RequestKind } from '../journal/entry.js'

export interface Alike {
  /** What was asked, and by whom. */
  askedOf(request: ApiRequest, line: Line, client: number): Asked
  /** What was decided about it. */
  fateOf(line: Line): Fate
}

/** All requests of one kind: most have one address, one client and one fate. */
interface OfKind {
  /** By path and query, then by who asks. */
  readonly asked: Map<string, Map<string | null, Asked[]>>
  readonly fate: Fate
  /** Of those that were told to wait, by how many seconds. */
  readonly told: Map<number, Fate>
}

/** Scenarios name their rules as they like: the kinds of more than so many are not looked up. */
const MOST_KINDS = 5000

export function createAlike(): Alike {
  // The journal has one object for all requests of a kind, which is found sooner than words made of it.
  const kinds = new Map<RequestKind, OfKind>()
  const newKind = (kind: RequestKind): OfKind => ({
    asked: new Map(),
    fate: fateFor(kind, null),
    told: new Map(),
  })
  const ofKind = (kind: RequestKind): OfKind =>
    kinds.size < MOST_KINDS ? getOrCreate(kinds, kind, newKind) : (kinds.get(kind) ?? newKind(kind))
  return {
    askedOf(request, line, client) {
      // One that bears an id is asked once or twice, and never again.
      if (line.requestId !== null) return askedFor(request, client)
      const { asked } = ofKind(line.kind)
      const byAgent = getOrCreate(asked, request.url, () => new Map<string | null, Asked[]>())
      const byClient = getOrCreate(byAgent, line.userAgent, () => [])
      byClient[client] ??= askedFor(request, client)
      return byClient[client]
    },
    fateOf({ kind, retryAfterSeconds }) {
      const { fate, told } = ofKind(kind)
      if (retryAfterSeconds === undefined) return fate
      return getOrCreate(told, retryAfterSeconds, () => fateFor(kind, retryAfterSeconds * 1000))
    },
  }
}

function askedFor(request: ApiRequest, client: number): Asked {
  const { network, base, endpoint, method, url } = request
  const requestId = request.header('x-request-id')
  const question = requestId === undefined ? `${network} ${questionOf(endpoint, url)}` : `id ${requestId}`
  const userAgent = request.header('user-agent') ?? null
  return { network, base, endpoint: endpoint ?? null, method, url, question, client, userAgent }
}

function fateFor({ met, flaw, rule, status, outcome }: RequestKind, retryAfterMs: number | null): Fate {
  return { met, flaw, rule, status, outcome, retryAfterMs }
}
