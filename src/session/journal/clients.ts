/** The clients of a session, identified by address and user agent, and how each copes with failures. */

import { isFailed, type TimelineRequest } from '../../grading/timeline.js'
import { groupBy } from '../../kit/maps.js'
import type { BaseName, NetworkName } from '../../market/catalogue/names.js'
import { clientKeyOf, toTimeline } from './as-timeline.js'
import { attemptsIn } from './attempts.js'
import type { JournalRecord } from './entry.js'
import { isHonoured, type Now, pausesIn } from './retry-after.js'
import { rateOf } from './traffic.js'

export interface Client {
  readonly userAgent: string | null
  readonly address: string | null
  readonly requests: number
  /** Requests per real second, as of base addresses. */
  readonly perSecond: number
  readonly bases: readonly { readonly network: NetworkName; readonly base: BaseName }[]
  /** Requests that failed, and replies with flawed data. */
  readonly failed: number
  readonly flawed: number
  readonly retries: number
  readonly failovers: number
  /** Replies with Retry-After that the client waited for, or not; neither while the wait is open. */
  readonly honoured: number
  readonly ignored: number
  /** Longest time from a request of one network and endpoint to a good reply; 0 without any that failed. */
  readonly longestMs: number
  /** Number of its last request. */
  readonly last: number
}

/** Clients with the most requests first. */
export function clientsOf(lines: readonly JournalRecord[], now: Now): Client[] {
  const pauses = groupBy(pausesIn(lines, now), ({ after }) => clientKeyOf(after))
  const timeline = toTimeline(lines)
  const attempts = groupBy(attemptsIn(timeline), ({ request }) => request.asked.client)
  const byNumber = new Map(lines.map((line) => [line.n, line]))
  const records = groupBy(
    lines.filter(({ kind }) => kind.base !== null),
    clientKeyOf,
  )
  return [...groupBy(timeline.requests, ({ asked }) => asked.client)]
    .map(([client, requests]): Client => {
      const { n } = requests[requests.length - 1]
      const last = byNumber.get(n) as JournalRecord
      const key = clientKeyOf(last)
      const own = attempts.get(client) ?? []
      const waits = (pauses.get(key) ?? []).map(isHonoured)
      const places = new Map(
        requests.map(({ asked: { network, base } }) => [`${network} ${base}`, { network, base }]),
      )
      return {
        userAgent: last.userAgent,
        address: last.address,
        requests: requests.length,
        perSecond: rateOf(records.get(key) ?? [], now.realMs),
        bases: [...places.values()],
        failed: requests.filter(isFailed).length,
        flawed: requests.filter(({ fate, end }) => end === 'answered' && fate.met === 'wrong').length,
        retries: own.filter(({ kind }) => kind === 'retry').length,
        failovers: own.filter(({ kind }) => kind === 'failover').length,
        honoured: waits.filter((isOne) => isOne === true).length,
        ignored: waits.filter((isOne) => isOne === false).length,
        longestMs: longestWithoutGood(requests),
        last: n,
      }
    })
    .sort((a, b) => b.requests - a.requests)
}

/** From the first request after a good reply to the next good one, or to the last request. */
function longestWithoutGood(requests: readonly TimelineRequest[]): number {
  let longestMs = 0
  for (const alike of groupBy(requests, ({ asked }) => `${asked.network} ${asked.endpoint}`).values()) {
    let sinceMs: number | undefined
    for (const { fate, end, atMs, endMs } of alike) {
      const isGood = end === 'answered' && fate.met === 'good'
      if (!isGood) sinceMs ??= atMs
      if (sinceMs !== undefined) longestMs = Math.max(longestMs, (endMs ?? atMs) - sinceMs)
      if (isGood) sinceMs = undefined
    }
  }
  return Math.round(longestMs)
}
