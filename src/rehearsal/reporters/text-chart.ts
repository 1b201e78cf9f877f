/** Requests over time as text: a row per lane, a character per time slot. */

import { timelineEndMs } from '../../grading/phases.js'
import type { Timeline } from '../../grading/timeline.js'
import { columns } from '../../kit/text/columns.js'
import { signsOf } from '../lane-signs.js'
import { requestLanesOf } from '../lanes.js'

const SLOTS = 60

export const SIGNS_IN_WORDS = '. good  ~ wrong data  x error status  X broken  ? no answer'

export function textChart(timeline: Timeline): string[] {
  const overMs = Math.max(timelineEndMs(timeline), 1)
  const slotOf = (atMs: number) => Math.min(SLOTS - 1, Math.max(0, Math.floor((atMs / overMs) * SLOTS)))
  const rows = requestLanesOf(timeline).map(({ name, detail, requests }) => {
    const signs = signsOf(requests, SLOTS, slotOf)
    return [detail === undefined ? name : `${name} ${detail}`, `|${signs}|`]
  })
  const phases = new Array<string>(SLOTS).fill('-')
  for (const { fromMs } of timeline.phases) phases[slotOf(fromMs)] = '+'
  const times = timeline.phases.map(
    ({ name, fromMs, toMs }) => `${name} ${seconds(fromMs)} to ${seconds(toMs)} s`,
  )
  return [...columns([...rows, ['', `|${phases.join('')}|`]], ''), times.join(', '), SIGNS_IN_WORDS]
}

function seconds(ms: number): string {
  return String(Math.round(ms / 100) / 10)
}
