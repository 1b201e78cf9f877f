import { pausesOf } from '../failure-runs.js'
import { meanOf } from '../intervals.js'
import { defineCheck, shareInWords } from './define.js'
import { pollsOn, whereOf } from './evidence.js'

const MIN_GAPS = 5
const MAX_ATTEMPTS = 20
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
    const { runs, polled } = pausesOf(timeline)
    if (runs.length === 0) return polled === undefined ? 'not exercised' : pollsOn(polled)
    const pausesMs = Array.from({ length: MAX_ATTEMPTS }, (_, attempt) =>
      runs.map(({ gapsMs }) => gapsMs[attempt] ?? 0).filter((ms) => ms >= SHORTEST_MS),
    )
    const variations = pausesMs.filter(({ length }) => length >= MIN_GAPS).map(variationOf)
    if (variations.length === 0) return 'inconclusive'
    const requests = runs.flatMap((run) => run.requests)
    const measured = Math.round(meanOf(variations) * 1000) / 1000
    return { measured, evidence: requests, first: requests[0] }
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
  const mean = meanOf(values)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return Math.sqrt(variance) / mean
}
