import { maxBy } from '../../kit/numbers/lists.js'
import { type FailureRun, pausesOf } from '../failure-runs.js'
import { type Slope, slopeWithInterval } from '../intervals.js'
import { defineCheck, rounded, verdictOf } from './define.js'
import { adviseRetries, inconclusive, momentOf, placeOf, pollsOn, queryOf } from './evidence.js'

const MIN_GAPS = 3
/** Precision of timers on a busy machine. */
const MIN_PAUSE_MS = 100
/** Longer runs have reached their cap. */
const MAX_GAPS = 6
const MAX_GAPS_IN_ALL = 48

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
    const { runs, polled } = pausesOf(timeline)
    if (runs.length === 0) return polled === undefined ? 'not exercised' : pollsOn(polled)
    const long = runs.filter(({ gapsMs }) => gapsMs.length >= MIN_GAPS)
    const longest = maxBy(long, ({ gapsMs }) => gapsMs.length)
    if (longest === undefined) return 'inconclusive'
    const [first, ...retries] = longest.requests
    const gapsMs = longest.gapsMs.slice(0, MAX_GAPS)
    const isFail = (value: number) => verdictOf(value, bounds, SCALE) === 'fail'
    const isOpen = ({ interval: [low, high] }: Slope) => isFail(low) && !isFail(high)
    const early = slopeIn(long, MAX_GAPS)
    const whole = slopeIn(long, MAX_GAPS_IN_ALL)
    // Beyond the cap of a backoff, more pauses can only show that there was none.
    const { slope, interval } = isOpen(early) && isFail(whole.interval[1]) ? whole : early
    if (isOpen({ slope, interval }))
      return inconclusive(
        `pauses of ${inWords(gapsMs)} vary too much to tell a backoff from chance: a slope of ${rounded(interval[0])} to ${rounded(interval[1])} with 95 % confidence. A longer --incident gives more of them`,
        longest.requests,
      )
    const advice = 'Double the pause after each failure, up to a limit, and add jitter'
    return {
      measured: rounded(slope),
      interval,
      evidence: longest.requests,
      gapsMs,
      first,
      advice: adviseRetries(timeline, retries, advice),
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

function slopeIn(runs: readonly FailureRun[], count: number): Slope {
  return slopeWithInterval(
    runs.map(({ gapsMs }) => gapsMs.slice(0, count).map((ms) => Math.log2(Math.max(ms, MIN_PAUSE_MS)))),
  )
}

function inWords(gapsMs: readonly number[]): string {
  return gapsMs.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', ')
}
