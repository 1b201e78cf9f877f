import { failureRunsOf, isPolling } from '../failure-runs.js'
import { defineCheck, shareInWords } from './define.js'
import { pollsOn, whereOf } from './evidence.js'

const MIN_GAPS = 5
/** Shorter pauses measure the machine. */
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
  needs: 'five pauses after the same number of failures, other than the poll period',
  look(timeline) {
    const failed = failureRunsOf(timeline).filter(({ gapsMs }) => gapsMs.length > 0)
    const runs = failed.filter((run) => !isPolling(run))
    if (failed.length > 0 && runs.length === 0) return pollsOn(failed[0])
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
    const requests = runs.flatMap((run) => run.requests)
    return {
      measured: Math.round(mean * 1000) / 1000,
      evidence: requests.map(({ n }) => n),
      first: requests[0],
    }
  },
  says: {
    pass: ({ measured }) => `pauses after the same number of failures vary by ${shareInWords(measured)}`,
    fail: ({ measured, first }) =>
      `retries keep in step: pauses after the same number of failures vary by ${shareInWords(measured)} only, as after ${whereOf(first)}. Draw each pause at random between zero and its limit`,
    'not exercised': 'no query failed twice in a row at one base',
    inconclusive: 'fewer than five pauses after the same number of failures',
  },
})

function variationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return Math.sqrt(variance) / mean
}
