/** Splits rows into runs with a place for each missing row; long holes begin another run. */
import { RECORD, type RecordedRun } from '../price/recorded.js'
import { LONGEST_HOLE_ROWS, requireWithinLimits } from './limits.js'

export interface Runs {
  readonly runs: readonly RecordedRun[]
  /** Number of holes, and of rows missing in them. */
  readonly holes: number
  readonly missing: number
}

/** Throws a CellProblem for too many candles. */
export function runsOf(times: Uint32Array, rows: Float64Array, periodSeconds: number): Runs {
  const { length } = times
  /** First row of each run, and the end of the last. */
  const edges = [0]
  let candles = length
  let holes = 0
  let missing = 0
  for (let i = 1; i < length; i++) {
    const lacks = (times[i] - times[i - 1]) / periodSeconds - 1
    if (lacks === 0) continue
    holes++
    missing += lacks
    if (lacks > LONGEST_HOLE_ROWS) edges.push(i)
    else candles += lacks
  }
  requireWithinLimits(length, candles, edges.length, periodSeconds)
  if (holes === 0) return { runs: [{ firstSecond: times[0], count: length, rows }], holes, missing }
  edges.push(length)
  const runs = edges
    .slice(1)
    .map((to, n) => toRun(times.subarray(edges[n], to), rows.subarray(edges[n] * RECORD), periodSeconds))
  return { runs, holes, missing }
}

function toRun(times: Uint32Array, rows: Float64Array, periodSeconds: number): RecordedRun {
  const [firstSecond] = times
  const placeOf = (second: number) => (second - firstSecond) / periodSeconds
  const count = placeOf(times[times.length - 1]) + 1
  const all = new Float64Array(count * RECORD).fill(Number.NaN)
  times.forEach((second, i) => {
    all.set(rows.subarray(i * RECORD, (i + 1) * RECORD), placeOf(second) * RECORD)
  })
  return { firstSecond, count, rows: all }
}
