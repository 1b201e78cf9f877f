/** Moments at which clients gave up on requests, whose connections some libraries close only after a pause, as they send the next one. */

import { groupBy, memoised } from '../kit/maps.js'
import { minOf } from '../kit/numbers/lists.js'
import { type Requests, type Timeline, type TimelineRequest, WAVE_MS } from './timeline.js'

/** A busy machine ends a wait late. */
const LATE = 1.1

/** The end of a request for the client: a connection closed with the next request shows an upper bound, the shortest wait its timeout. */
export function clientEndMs(timeline: Timeline, request: TimelineRequest): number | null {
  return timeoutEnds(timeline).get(request) ?? request.endMs
}

const timeoutEnds = memoised(({ requests }: Timeline): ReadonlyMap<TimelineRequest, number> => {
  const ends = new Map<TimelineRequest, number>()
  const queries = groupBy(requests, ({ asked }) => `${asked.client} ${asked.question}`)
  for (const alike of queries.values()) {
    const given = alike.filter(({ fate, end }) => end === 'given-up' && fate.met === 'silent')
    const timeoutMs = minOf(given.map(waitOf))
    const isBound = (request: TimelineRequest) =>
      waitOf(request) <= LATE * timeoutMs || hasNextAtOnce(request, alike)
    for (const request of given.filter(isBound)) ends.set(request, request.atMs + timeoutMs)
  }
  return ends
})

/** One that was given up has an end. */
function waitOf({ atMs, endMs }: TimelineRequest): number {
  return (endMs ?? Infinity) - atMs
}

function hasNextAtOnce({ n, endMs, asked }: TimelineRequest, alike: Requests): boolean {
  const next = alike.find((later) => later.n > n)
  return next?.asked.base === asked.base && Math.abs(next.atMs - (endMs ?? Infinity)) <= WAVE_MS
}
