/** Requests by lane: one per base, or one per base and endpoint if several endpoints were requested. Lanes as text have a sign per time slot. */

import { isSameService, timelineEndMs } from '../grading/phases.js'
import { isAbout, type Timeline } from '../grading/timeline.js'
import { groupBy } from '../kit/maps.js'
import type { OutcomeClass } from '../kit/outcome-class.js'
import type { NamedTimeSpan } from '../kit/svg/frame.js'
import { columns } from '../kit/text/columns.js'
import { durationInWords } from '../kit/text/duration.js'
import { basePrefix } from '../market/catalogue/bases.js'
import type { BaseName } from '../market/catalogue/names.js'

const UNKNOWN = 'other paths'

/** Bases without requests have one lane each, to show that they were not used, unless their whole service was not. */
export function requestLanesOf({ bases, requests, rules }: Timeline) {
  const networks = [...new Set(requests.map(({ asked }) => asked.network))].sort()
  return networks.flatMap((network) => {
    const ofNetwork = requests.filter(({ asked }) => asked.network === network)
    const endpoints = new Set(ofNetwork.map(({ asked }) => asked.endpoint))
    const byBase = groupBy(ofNetwork, ({ asked }) => asked.base)
    const isUsed = (base: BaseName) => [...byBase.keys()].some((asked) => isSameService(asked, base))
    return bases[network]!.filter(isUsed).flatMap((base) => {
      const name = basePrefix(network, base)
      const own = byBase.get(base) ?? []
      const about = rules.filter(({ endpoints, ...rule }) => isAbout(rule, { network, base, endpoint: null }))
      /** `detail` is the endpoint of the lane; undefined if the lane is of all. */
      const whole = { name, detail: undefined as string | undefined, requests: own, rules: about }
      if (endpoints.size < 2 || own.length === 0) return [whole]
      const byEndpoint = groupBy(own, ({ asked }) => asked.endpoint)
      return [...byEndpoint]
        .sort(([a], [b]) => (a ?? '~').localeCompare(b ?? '~'))
        .map(([endpoint, requests]) => ({
          ...whole,
          detail: endpoint ?? UNKNOWN,
          requests,
          rules: about.filter((rule) => endpoint !== null && isAbout(rule, { network, base, endpoint })),
        }))
    })
  })
}

/** The worst outcome of a slot is shown. */
const LANE_SIGNS: readonly (readonly [OutcomeClass, string])[] = [
  ['good', '.'],
  ['wrong', '~'],
  ['error', 'x'],
  ['broken', 'X'],
  ['silent', '?'],
]

/** One sign per slot, a space for none. */
function signedLanes(timeline: Timeline, count: number, slotMs: number) {
  return requestLanesOf(timeline).map(({ name, detail, requests }) => {
    const ranks = new Array<number>(count).fill(-1)
    for (const { atMs, fate } of requests) {
      const slot = slotAt(atMs, count, slotMs)
      ranks[slot] = Math.max(
        ranks[slot]!,
        LANE_SIGNS.findIndex(([met]) => met === fate.met),
      )
    }
    const signs = ranks.map((rank) => LANE_SIGNS[rank]?.[1] ?? ' ').join('')
    return { name: detail === undefined ? name : `${name} ${detail}`, signs }
  })
}

function slotAt(atMs: number, count: number, slotMs: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(atMs / slotMs)))
}

/** Phases, and jumps of the clock that were cut out, in order. */
export function timeMarksOf({ phases, jumps = [] }: Timeline): NamedTimeSpan[] {
  const cuts = jumps.map(({ atMs, byMs }) => {
    return { name: `clock +${durationInWords(byMs)}`, fromMs: atMs, toMs: atMs }
  })
  return [...phases, ...cuts].sort((a, b) => a.fromMs - b.fromMs)
}

const SLOTS = 60

const SIGNS_IN_WORDS = '. good  ~ wrong data  x error status  X broken  ? no answer'

/** A row per lane, and one of phases and jumps of the clock. */
export function textChart(timeline: Timeline): string[] {
  const slotMs = Math.max(timelineEndMs(timeline), 1) / SLOTS
  const rows = signedLanes(timeline, SLOTS, slotMs).map(({ name, signs }) => [name, `|${signs}|`])
  const phases = new Array<string>(SLOTS).fill('-')
  const marks = timeMarksOf(timeline)
  for (const { fromMs } of marks) phases[slotAt(fromMs, SLOTS, slotMs)] = '+'
  const seconds = (ms: number) => String(Math.round(ms / 100) / 10)
  const times = marks.map(({ name, fromMs, toMs }) =>
    toMs === fromMs ? `${name} at ${seconds(fromMs)} s` : `${name} ${seconds(fromMs)} to ${seconds(toMs)} s`,
  )
  return [...columns([...rows, ['', `|${phases.join('')}|`]], ''), times.join(', '), SIGNS_IN_WORDS]
}
