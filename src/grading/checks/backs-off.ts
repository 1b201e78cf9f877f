import { slopeWithInterval } from '../intervals.js'
import { failureRunsOf, isPolling } from '../polls.js'
import { adviseRetries } from './advice.js'
import { verdictOf } from './bounds.js'
import { defineCheck } from './define.js'
import { inconclusive, momentOf, placeOf, pollsOn, queryOf } from './evidence.js'

const MIN_GAPS = 3
/** Precision of timers on a busy machine. */
const MIN_PAUSE_MS = 100
/** Longer runs have reached their cap. */
const MAX_GAPS = 6

const SCALE = { unit: 'slope', good: 0.5, fails: 0.1, failsAt: true } as const

export const backsOff = defineCheck({
  id: 'backs-off',
  asks: 'slope of log2(pause) over the attempt number',
  level: 'SHOULD',
  weight: 5,
  ...SCALE,
  source: 'AWS, exponential backoff and jitter: 1 is doubling',
  needs:
    'a query repeated, other than by polling, until it fails four times in a row at one base, with no answer from another',
  look(timeline, bounds) {
    const failed = failureRunsOf(timeline).filter(({ gapsMs }) => gapsMs.length > 0)
    const runs = failed.filter((run) => !isPolling(run))
    if (failed.length > 0 && runs.length === 0) return pollsOn(failed[0])
    if (runs.length === 0) return 'not exercised'
    const long = runs.filter(({ gapsMs }) => gapsMs.length >= MIN_GAPS)
    if (long.length === 0) return 'inconclusive'
    const longest = long.reduce((a, b) => (b.gapsMs.length > a.gapsMs.length ? b : a))
    const [first, ...retries] = longest.requests
    const evidence = longest.requests.map(({ n }) => n)
    const gapsMs = longest.gapsMs.slice(0, MAX_GAPS)
    const { slope, interval } = slopeWithInterval(
      long.map((run) => run.gapsMs.slice(0, MAX_GAPS).map((ms) => Math.log2(Math.max(ms, MIN_PAUSE_MS)))),
    )
    const [low, high] = interval.map((value) => verdictOf(value, bounds, SCALE))
    if (low === 'fail' && high !== 'fail')
      return inconclusive(
        `pauses of ${inWords(gapsMs)} vary too much to tell a backoff from chance: a slope of ${round(interval[0])} to ${round(interval[1])} with 95 % confidence. A longer --incident gives more of them`,
        evidence,
      )
    return {
      measured: round(slope),
      interval,
      evidence,
      gapsMs,
      first,
      advice: adviseRetries(
        timeline,
        retries,
        'Double the pause after each failure, up to a limit, and add jitter',
      ),
    }
  },
  says: {
    pass: ({ gapsMs }) => `backed off: pauses of ${inWords(gapsMs)}`,
    fail: ({ gapsMs, first, advice }) =>
      `did not back off from ${placeOf(first)}, which failed ${queryOf(first)} ${momentOf(first.atMs)}: pauses of ${inWords(gapsMs)}. ${advice}`,
    'not exercised': 'no query failed twice in a row at one base',
    inconclusive: 'no query failed four times in a row at one base',
  },
})

function inWords(gapsMs: readonly number[]): string {
  return gapsMs.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
