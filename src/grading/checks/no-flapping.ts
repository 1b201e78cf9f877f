import { pairsOf } from '../../kit/maps.js'
import { maxBy } from '../../kit/numbers/lists.js'
import { pluralize } from '../../kit/text/words.js'
import { timelineEndMs } from '../phases.js'
import { seriesOf } from '../series.js'
import { lengthOf, type Span } from '../spans.js'
import { isAnswered, type Requests, type Timeline } from '../timeline.js'
import { defineCheck, rounded } from './define.js'
import { placeOf, whereOf } from './evidence.js'

/** Time to settle after a change of conditions. */
const REST_MS = 10_000
const MIN_MS = 20_000
const MIN_ANSWERS = 10

export const noFlapping = defineCheck({
  id: 'no-flapping',
  asks: 'changes of base per minute while nothing changes',
  level: 'INFO',
  weight: 2.5,
  unit: 'changes/min',
  good: 2,
  fails: 6,
  needs: 'twenty seconds in which no rule begins or ends, and ten answers',
  look(timeline) {
    const calm = calmSpansOf(timeline)
    const calmMs = lengthOf(calm)
    const isCalm = (aMs: number, bMs: number) => calm.some(({ fromMs, toMs }) => aMs >= fromMs && bMs <= toMs)
    const all = seriesOf(timeline)
    const single = all.filter(({ policy }) => policy.kind === 'single')
    if (single.length === 0 && all.length > 0) return 'not exercised'
    const pairs = single.map(({ serving }) =>
      pairsOf(withoutLooks(serving.filter(isAnswered))).filter(([a, b]) => isCalm(a.atMs, b.atMs)),
    )
    if (calmMs < MIN_MS || pairs.flat().length < MIN_ANSWERS) return 'inconclusive'
    // The query that changed most: several that move together count once.
    const moves = pairs.map((calm) => calm.filter(([a, b]) => a.asked.base !== b.asked.base))
    const changes = maxBy(moves, ({ length }) => length) ?? []
    const evidence = changes.map(([, request]) => request)
    return { measured: rounded(changes.length / (calmMs / 60_000)), evidence, calmMs, first: changes.at(0) }
  },
  says: {
    pass: ({ evidence, calmMs }) => inWords(evidence.length, calmMs),
    fail: ({ evidence, calmMs, first }) =>
      `${inWords(evidence.length, calmMs)}${first === undefined ? '' : `, first from ${placeOf(first[0])} to ${whereOf(first[1])}`}. Stay with a base that answers, and return to the preferred one only after several good answers`,
    'not exercised': 'the client spreads its queries over several bases',
    inconclusive: 'never twenty seconds without a change of rules, with ten answers',
  },
})

/** A single answer from another base is a probe, not a change. */
function withoutLooks(answered: Requests): Requests {
  const baseAt = (index: number) => answered[index]?.asked.base
  return answered.filter((_request, index) => {
    const before = baseAt(index - 1)
    const isLook = before !== undefined && before !== baseAt(index) && before === baseAt(index + 1)
    // Two in a row, before or after, are not a probe.
    return !(isLook && (before === baseAt(index - 2) || before === baseAt(index + 2)))
  })
}

function inWords(changes: number, calmMs: number): string {
  return `${pluralize(changes, 'change')} of base in ${Math.round(calmMs / 1000)} s in which nothing changed`
}

/** Intervals between changes of rules, each from some time after; not while a rule fires intermittently. */
function calmSpansOf(timeline: Timeline): Span[] {
  const endMs = timelineEndMs(timeline)
  const edges = timeline.rules.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs ?? endMs])
  const times = [...new Set([0, ...edges.filter((ms) => ms > 0 && ms < endMs), endMs])].sort((a, b) => a - b)
  const restless = timeline.rules.filter(({ isPartly }) => isPartly)
  return times.slice(0, -1).flatMap((edgeMs, index) => {
    const [fromMs, toMs] = [edgeMs === 0 ? 0 : edgeMs + REST_MS, times[index + 1]]
    const isRestless = restless.some((rule) => rule.fromMs < toMs && (rule.untilMs ?? endMs) > edgeMs)
    return fromMs >= toMs || isRestless ? [] : [{ fromMs, toMs }]
  })
}
