/** Runs of failures of one query at one base, with the pauses between them: for backoff and jitter. */

import { getOrCreate, groupBy } from '../kit/maps.js'
import type { BaseName } from '../market/catalogue/names.js'
import {
  clientEndMs,
  isClose,
  isPollAfter,
  paceOf,
  questionsOf,
  type Rhythm,
  times,
  warmUpEndOf,
} from './polls.js'
import { isAnswered, isFailed, isRefused, type Timeline, type TimelineRequest } from './timeline.js'

export interface FailureRun {
  readonly gapsMs: number[]
  readonly requests: TimelineRequest[]
  /** Gaps shorter than a polling interval. */
  early: number
  /** Gaps longer than a polling interval. */
  late: number
  /** Whether the sequence shows its requests to be attempts. */
  isTold: boolean
}

interface Failed {
  readonly last: TimelineRequest
  /** The failure before it, if it was late. */
  readonly beforeLate: TimelineRequest | undefined
  readonly run: FailureRun
}

/** A busy machine delays some polls. */
const MAX_DELAYED = 0.2

/** Whether its gaps are polling intervals, so that nothing was repeated. One that is longer may be a delayed poll, two are a backoff. */
function isPolling({ gapsMs, early, late, isTold }: FailureRun): boolean {
  return !isTold && (early + late <= MAX_DELAYED * gapsMs.length || (early === 0 && late === 1))
}

/** Waits between failures of one query at one base until it is answered, except after Retry-After. */
function failureRunsOf(timeline: Timeline): FailureRun[] {
  const runs: FailureRun[] = []
  for (const { requests, sequence, ...rhythm } of questionsOf(timeline)) {
    const byBase = groupBy(requests, ({ asked }) => asked.base)
    // At one base: at the usual rate, at the rate of the warm-up there, or in turn with other bases.
    const rhythmsAt = (base: BaseName) => [
      rhythm,
      paceOf(byBase.get(base) ?? [], warmUpEndOf(timeline)),
      times(rhythm, byBase.size),
    ]
    const rhythms = new Map<BaseName, Rhythm[]>()
    const endOfLast = ({ last }: Failed) => clientEndMs(timeline, last) ?? 0
    let atBase = new Map<BaseName, Failed>()
    for (const request of requests) {
      if (isAnswered(request) || isRefused(request)) {
        atBase = new Map()
        continue
      }
      if (!isFailed(request) || request.endMs === null) continue
      const { base } = request.asked
      const before = atBase.get(base)
      const run = before?.run ?? { gapsMs: [], requests: [request], early: 0, late: 0, isTold: false }
      let late: TimelineRequest | undefined
      if (before === undefined) runs.push(run)
      else if (before.last.fate.retryAfterMs === null && endOfLast(before) <= request.atMs) {
        const gapMs = request.atMs - endOfLast(before)
        run.gapsMs.push(gapMs)
        run.requests.push(request)
        run.isTold ||= sequence.attempts.has(request)
        const isPoll = getOrCreate(rhythms, base, rhythmsAt).some(
          (one) => isPollAfter(gapMs, one) || isPollAfter(request.atMs - before.last.atMs, one),
        )
        // On time again, two intervals after the one before: that was a delayed poll, no pause.
        const { beforeLate } = before
        if (beforeLate && isClose(request.atMs - beforeLate.atMs, 2 * rhythm.periodMs)) run.late--
        else if (!isPoll && gapMs < rhythm.periodMs) run.early++
        else if (!isPoll) {
          run.late++
          late = before.last
        }
      }
      atBase.set(base, { last: request, beforeLate: late, run })
    }
  }
  return runs
}

/** Runs with pauses that are no polling intervals; else one of a client that only polls, if any. */
export function pausesOf(timeline: Timeline): { readonly runs: FailureRun[]; readonly polled?: FailureRun } {
  const failed = failureRunsOf(timeline).filter(({ gapsMs }) => gapsMs.length > 0)
  return { runs: failed.filter((run) => !isPolling(run)), ...(failed.length > 0 && { polled: failed[0] }) }
}
