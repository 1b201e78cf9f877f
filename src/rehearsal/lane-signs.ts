/** Requests over time as a string per lane, a sign per time slot: for charts as text, and to draw a run beside a later one. */

import { timelineEndMs } from '../grading/phases.js'
import type { Timeline, TimelineRequest } from '../grading/timeline.js'
import type { OutcomeClass } from '../kit/outcome-class.js'
import { requestLanesOf } from './lanes.js'
import type { LanesReport } from './report.js'

/** The worst outcome of a slot is shown. */
export const LANE_SIGNS: readonly (readonly [OutcomeClass, string])[] = [
  ['good', '.'],
  ['wrong', '~'],
  ['error', 'x'],
  ['broken', 'X'],
  ['silent', '?'],
]

/** One sign per slot, a space for none. */
export function signsOf(
  requests: readonly TimelineRequest[],
  count: number,
  slotOf: (atMs: number) => number,
): string {
  const ranks = new Array<number>(count).fill(-1)
  for (const { atMs, fate } of requests) {
    const slot = slotOf(atMs)
    const rank = LANE_SIGNS.findIndex(([met]) => met === fate.met)
    ranks[slot] = Math.max(ranks[slot], rank)
  }
  return ranks.map((rank) => LANE_SIGNS[rank]?.[1] ?? ' ').join('')
}

const SLOT_MS = 500
const MAX_SLOTS = 2000

/** Undefined without requests. */
export function lanesReportOf(timeline: Timeline): LanesReport | undefined {
  const overMs = timelineEndMs(timeline)
  if (timeline.requests.length === 0 || overMs === 0) return undefined
  const slotMs = Math.max(SLOT_MS, Math.ceil(overMs / MAX_SLOTS))
  const count = Math.ceil(overMs / slotMs)
  const slotOf = (atMs: number) => Math.min(count - 1, Math.max(0, Math.floor(atMs / slotMs)))
  const lanes = requestLanesOf(timeline).map(({ name, detail, requests }) => {
    const signs = signsOf(requests, count, slotOf).trimEnd()
    return { name: detail === undefined ? name : `${name} ${detail}`, signs }
  })
  return { slotMs, lanes }
}
