import { endOf, questionsOf } from '../questions.js'
import { isAnswered, type Timeline } from '../timeline.js'
import { counted, defineCheck } from './define.js'

/** Time to come to rest after something has changed. */
const REST_MS = 10_000
const LEAST_MS = 20_000
const LEAST_ANSWERS = 10

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
    const calmMs = calm.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
    const isCalm = (aMs: number, bMs: number) => calm.some(({ fromMs, toMs }) => aMs >= fromMs && bMs <= toMs)
    const changes: number[] = []
    let answers = 0
    for (const { requests } of questionsOf(timeline)) {
      const answered = requests.filter(isAnswered)
      answered.forEach((request, index) => {
        const before = answered[index - 1]
        if (before === undefined || !isCalm(before.atMs, request.atMs)) return
        answers++
        if (before.asked.base !== request.asked.base) changes.push(request.n)
      })
    }
    if (calmMs < LEAST_MS || answers < LEAST_ANSWERS) return 'inconclusive'
    return { measured: round(changes.length / (calmMs / 60_000)), evidence: changes, calmMs }
  },
  says: {
    pass: ({ evidence, calmMs }) => inWords(evidence.length, calmMs),
    fail: ({ evidence, calmMs }) => inWords(evidence.length, calmMs),
    inconclusive: 'things were never at rest for long enough',
  },
})

function inWords(changes: number, calmMs: number): string {
  return `${counted(changes, 'change')} of base in ${Math.round(calmMs / 1000)} s in which nothing changed`
}

/** From some time after one rule began or ended to the next; not while a rule strikes here and there. */
function calmSpansOf(timeline: Timeline): { readonly fromMs: number; readonly toMs: number }[] {
  const endMs = endOf(timeline)
  const edges = timeline.rules.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs ?? endMs])
  const times = [...new Set([0, ...edges.filter((ms) => ms > 0 && ms < endMs), endMs])].sort((a, b) => a - b)
  const restless = timeline.rules.filter(({ isPartly }) => isPartly)
  return times.slice(0, -1).flatMap((edgeMs, index) => {
    const [fromMs, toMs] = [edgeMs === 0 ? 0 : edgeMs + REST_MS, times[index + 1]]
    const isRestless = restless.some((rule) => rule.fromMs < toMs && (rule.untilMs ?? endMs) > edgeMs)
    return fromMs >= toMs || isRestless ? [] : [{ fromMs, toMs }]
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
