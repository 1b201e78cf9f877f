/** How far copies of a program keep in step: whether those that failed together come back together. */
import { MOST_EVIDENCE } from '../grading/checks/define.js'
import { questionsOf } from '../grading/questions.js'
import { isFailed, type Timeline, type TimelineRequest } from '../grading/timeline.js'
import type { HerdReport } from './report.js'

const WINDOW_MS = 100

/** Of several copies; undefined where there is one only, or nobody can tell. */
export function herdOf(timeline: Timeline): HerdReport | undefined {
  const copies = timeline.programs.length
  if (copies < 2) return undefined
  const returns = returnsIn(timeline)
  const busiest = busiestOf(returns)
  if (busiest.length === 0)
    return {
      copies,
      returns: 0,
      peak: 0,
      copiesAtPeak: 0,
      mean: null,
      peakOverMean: null,
      peakFromMs: null,
      evidence: [],
    }
  const [first, last] = [returns[0].atMs, returns[returns.length - 1].atMs]
  const mean = returns.length / Math.max(1, (last - first) / WINDOW_MS)
  return {
    copies,
    returns: returns.length,
    peak: busiest.length,
    copiesAtPeak: new Set(busiest.map(({ asked }) => asked.client)).size,
    mean: round(mean),
    peakOverMean: round(busiest.length / mean),
    peakFromMs: busiest[0].atMs,
    evidence: busiest.slice(0, MOST_EVIDENCE).map(({ n }) => n),
  }
}

/**
 * What each copy asked next after a failure, in the order of arrival. The first failures are left out: copies that were
 * started together ask together as well while all is well, and what matters is whether they scatter.
 */
function returnsIn(timeline: Timeline): TimelineRequest[] {
  return questionsOf(timeline)
    .flatMap(({ requests }) =>
      requests.filter((_request, index) => index > 0 && isFailed(requests[index - 1])),
    )
    .filter(({ atMs }) => atMs >= 0)
    .sort((a, b) => a.atMs - b.atMs)
}

/** The requests of the busiest 100 ms. */
function busiestOf(sorted: readonly TimelineRequest[]): readonly TimelineRequest[] {
  let [from, to] = [0, 0]
  let first = 0
  for (const [index, { atMs }] of sorted.entries()) {
    while (sorted[first].atMs <= atMs - WINDOW_MS) first++
    if (index + 1 - first > to - from) [from, to] = [first, index + 1]
  }
  return sorted.slice(from, to)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
