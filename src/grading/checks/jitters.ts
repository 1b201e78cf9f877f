import { failureGapsOf } from '../questions.js'
import { defineCheck } from './define.js'

const MIN_GAPS = 5
/** Pauses as short as this are none: they tell how busy the machine is. */
const SHORTEST_MS = 20

export const jitters = defineCheck({
  id: 'jitters',
  asks: 'coefficient of variation of pauses at the same attempt',
  level: 'INFO',
  weight: 2.5,
  unit: 'ratio',
  good: 0.1,
  fails: 0.03,
  source: 'full jitter has 0.577, equal jitter 0.192, ±20 % 0.115',
  needs: 'five pauses after the same number of failures',
  look(timeline) {
    const runs = failureGapsOf(timeline).filter(({ gapsMs }) => gapsMs.length > 0)
    if (runs.length === 0) return 'not exercised'
    const most = runs.reduce((longest, { gapsMs }) => Math.max(longest, gapsMs.length), 0)
    const groups = Array.from({ length: Math.min(most, 20) }, (_none, attempt) =>
      runs.filter(({ gapsMs }) => (gapsMs[attempt] ?? 0) >= SHORTEST_MS),
    )
    const measured = groups.flatMap((group, attempt) =>
      group.length < MIN_GAPS ? [] : [variationOf(group.map(({ gapsMs }) => gapsMs[attempt]))],
    )
    if (measured.length === 0) return 'inconclusive'
    const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length
    return { measured: Math.round(mean * 1000) / 1000, evidence: runs.flatMap(({ numbers }) => numbers) }
  },
  says: {
    pass: ({ measured }) => `pauses after the same number of failures vary by ${measured}`,
    fail: ({ measured }) =>
      `pauses after the same number of failures vary by ${measured} only: clients keep in step`,
    'not exercised': 'no question failed twice in a row',
    inconclusive: 'fewer than five pauses after the same number of failures',
  },
})

function variationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return Math.sqrt(variance) / mean
}
