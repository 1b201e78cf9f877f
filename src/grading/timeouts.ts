/** Moments at which clients gave up on requests, whose connections some libraries close only after a pause, as they send the next one. */

import { getOrCreate, groupBy } from '../kit/maps.js'
import { minOf } from '../kit/numbers/extremes.js'
import { type Timeline, type TimelineRequest, WAVE_MS } from './timeline.js'

/** A busy machine ends a wait late. */
const LATE = 1.1

type GivenUp = TimelineRequest & { readonly endMs: number }

const known = new WeakMap<Timeline, ReadonlyMap<TimelineRequest, number>>()

/** The end of a request for the client: a connection closed with the next request shows an upper bound, the shortest wait its timeout. */
export function clientEndMs(timeline: Timeline, request: TimelineRequest): number | null {
  return getOrCreate(known, timeline, () => timeoutEnds(timeline)).get(request) ?? request.endMs
}

function timeoutEnds({ requests }: Timeline): ReadonlyMap<TimelineRequest, number> {
  const ends = new Map<TimelineRequest, number>()
  const queries = groupBy(requests, ({ asked }) => `${asked.client} ${asked.question}`)
  for (const alike of queries.values()) {
    const given = alike.filter(isGivenUp)
    const timeoutMs = minOf(given.map(waitOf))
    const isBound = (request: GivenUp) => waitOf(request) <= LATE * timeoutMs || hasNextAtOnce(request, alike)
    for (const request of given.filter(isBound)) ends.set(request, request.atMs + timeoutMs)
  }
  return ends
}

function isGivenUp(request: TimelineRequest): request is GivenUp {
  return request.end === 'given-up' && request.fate.met === 'silent' && request.endMs !== null
}

function waitOf({ atMs, endMs }: GivenUp): number {
  return endMs - atMs
}

function hasNextAtOnce({ n, endMs, asked }: GivenUp, alike: readonly TimelineRequest[]): boolean {
  const next = alike.find((later) => later.n > n)
  return next?.asked.base === asked.base && Math.abs(next.atMs - endMs) <= WAVE_MS
}
