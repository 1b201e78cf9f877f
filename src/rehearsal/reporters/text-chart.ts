/** Requests over time as text: a row per lane, a character per time slot. */

import { timelineEndMs } from '../../grading/phases.js'
import type { Timeline } from '../../grading/timeline.js'
import type { OutcomeClass } from '../../kit/outcome-class.js'
import { columns } from '../../kit/text/columns.js'
import { requestLanesOf } from './lanes.js'

const SLOTS = 60

/** The worst outcome of a slot is shown. */
const SIGNS: readonly (readonly [OutcomeClass, string])[] = [
  ['good', '.'],
  ['wrong', '~'],
  ['error', 'x'],
  ['broken', 'X'],
  ['silent', '?'],
]

export const SIGNS_IN_WORDS = '. good  ~ wrong data  x error status  X broken  ? no answer'

export function textChart(timeline: Timeline): string[] {
  const overMs = Math.max(timelineEndMs(timeline), 1)
  const slotOf = (atMs: number) => Math.min(SLOTS - 1, Math.max(0, Math.floor((atMs / overMs) * SLOTS)))
  const rows = requestLanesOf(timeline).map(({ name, detail, requests }) => {
    const ranks = new Array<number>(SLOTS).fill(-1)
    for (const { atMs, fate } of requests) {
      const slot = slotOf(atMs)
      ranks[slot] = Math.max(
        ranks[slot],
        SIGNS.findIndex(([met]) => met === fate.met),
      )
    }
    const signs = ranks.map((rank) => SIGNS[rank]?.[1] ?? ' ').join('')
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
