import { median } from '../../core/median.js'
import { failureRunsOf, isPolling } from '../polls.js'
import { adviseRetries } from './advice.js'
import { defineCheck } from './define.js'
import { momentOf, placeOf, pollsOn, queryOf } from './evidence.js'

const MIN_GAPS = 3
/** Precision of timers on a busy machine. */
const MIN_PAUSE_MS = 50
/** Longer runs have reached their cap. */
const MAX_GAPS = 6

export const backsOff = defineCheck({
  id: 'backs-off',
  asks: 'slope of log2(pause) over the attempt number',
  level: 'SHOULD',
  weight: 5,
  unit: 'slope',
  good: 0.5,
  fails: 0.1,
  failsAt: true,
  source: 'AWS, exponential backoff and jitter: 1 is doubling',
  needs:
    'a query repeated, other than by polling, until it fails four times in a row at one base, with no answer from another',
  look(timeline) {
    const failed = failureRunsOf(timeline).filter(({ gapsMs }) => gapsMs.length > 0)
    const runs = failed.filter((run) => !isPolling(run))
    if (failed.length > 0 && runs.length === 0) return pollsOn(failed[0])
    if (runs.length === 0) return 'not exercised'
    const long = runs.filter(({ gapsMs }) => gapsMs.length >= MIN_GAPS)
    if (long.length === 0) return 'inconclusive'
    const slopes = long.map(({ gapsMs }) =>
      slopeOf(gapsMs.slice(0, MAX_GAPS).map((ms) => Math.log2(Math.max(ms, MIN_PAUSE_MS)))),
    )
    const longest = long.reduce((a, b) => (b.gapsMs.length > a.gapsMs.length ? b : a))
    const [first, ...retries] = longest.requests
    return {
      measured: round(median(slopes)),
      evidence: longest.requests.map(({ n }) => n),
      gapsMs: longest.gapsMs.slice(0, MAX_GAPS),
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

/** Slope of the least-squares line through (0, values[0]), (1, values[1]), … */
function slopeOf(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2
  const meanY = values.reduce((sum, value) => sum + value, 0) / values.length
  let over = 0
  let under = 0
  values.forEach((value, x) => {
    over += (x - meanX) * (value - meanY)
    under += (x - meanX) ** 2
  })
  return over / under
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
