/** Measures whether copies that failed together retry together. */
import { MAX_EVIDENCE } from '../grading/checks/define.js'
import { questionsOf } from '../grading/polls.js'
import { isFailed, type Timeline, type TimelineRequest } from '../grading/timeline.js'
import type { HerdReport } from './report.js'
import { rounded } from './words.js'

const WINDOW_MS = 100

/** Undefined for a single copy. */
export function herdOf(timeline: Timeline): HerdReport | undefined {
  const copies = timeline.programs.length
  if (copies < 2) return undefined
  const returns = returnsIn(timeline)
  const busiest = busiestOf(returns)
  if (busiest.length === 0) {
    const none = { mean: null, peakOverMean: null, peakFromMs: null, evidence: [] }
    return { copies, returns: 0, peak: 0, copiesAtPeak: 0, ...none }
  }
  const [first, last] = [returns[0].atMs, returns[returns.length - 1].atMs]
  const mean = returns.length / Math.max(1, (last - first) / WINDOW_MS)
  return {
    copies,
    returns: returns.length,
    peak: busiest.length,
    copiesAtPeak: new Set(busiest.map(({ asked }) => asked.client)).size,
    mean: rounded(mean),
    peakOverMean: rounded(busiest.length / mean),
    peakFromMs: busiest[0].atMs,
    evidence: busiest.slice(0, MAX_EVIDENCE).map(({ n }) => n),
  }
}

/** Requests that follow a failure, in order of arrival: healthy copies are in step anyway. */
function returnsIn(timeline: Timeline): TimelineRequest[] {
  return questionsOf(timeline)
    .flatMap(({ requests }) =>
      requests.filter((_request, index) => index > 0 && isFailed(requests[index - 1])),
    )
    .filter(({ atMs }) => atMs >= 0)
    .sort((a, b) => a.atMs - b.atMs)
}

function busiestOf(sorted: readonly TimelineRequest[]): readonly TimelineRequest[] {
  let [from, to] = [0, 0]
  let first = 0
  for (const [index, { atMs }] of sorted.entries()) {
    while (sorted[first].atMs <= atMs - WINDOW_MS) first++
    if (index + 1 - first > to - from) [from, to] = [first, index + 1]
  }
  return sorted.slice(from, to)
}
