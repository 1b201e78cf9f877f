/** Rows in order → runs in which each row that is missing has a place; where very many are missing, another run begins. */
import { LEVEL_SECONDS, layingOf, TICK_LEVEL } from '../price/periods.js'
import { RECORD, type RecordedRun } from '../price/recorded.js'
import { periodText } from './periods.js'
import { CellProblem } from './problem.js'

/** Rows with those that are missing in between. */
export const MOST_CANDLES = 8_000_000
/** So that few rows far apart take no more than many: beside these, so many for each row. */
export const MOST_MISSING = 10_000
const MISSING_PER_ROW = 10
/** Where more are missing, another run begins. */
const LONGEST_HOLE_ROWS = 1000
export const MOST_RUNS = 1000
/** Candles or ticks that longer ones are cut into: beside these, so many for each row. */
export const MOST_CUT = 100_000
const CUT_PER_ROW = 100

export interface Runs {
  readonly runs: readonly RecordedRun[]
  /** Stretches without a row between two rows, and how many rows they lack. */
  readonly holes: number
  readonly missing: number
}

/** `times` and `rows` have one row for another. Throws a CellProblem where they would take too much. */
export function runsOf(times: Uint32Array, rows: Float64Array, periodSeconds: number): Runs {
  const { length } = times
  /** The first row of each run, and where the last one ends. */
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
  requireRoom(length, candles, edges.length, periodSeconds)
  if (holes === 0) return { runs: [{ firstSecond: times[0], count: length, rows }], holes, missing }
  edges.push(length)
  const runs = edges
    .slice(1)
    .map((to, n) => toRun(times.subarray(edges[n], to), rows.subarray(edges[n] * RECORD), periodSeconds))
  return { runs, holes, missing }
}

function requireRoom(rows: number, candles: number, runs: number, periodSeconds: number): void {
  if (candles > Math.min(MOST_CANDLES, MOST_MISSING + MISSING_PER_ROW * rows))
    throw new CellProblem(0, 'most rows are missing: write candles of a longer period, or of a shorter time')
  if (runs > MOST_RUNS)
    throw new CellProblem(
      0,
      `more than ${LONGEST_HOLE_ROWS} rows at a time are missing at ${runs - 1} places, and may be at ${MOST_RUNS - 1}: write candles of a longer period, or of a shorter time`,
    )
  const { level, parts } = layingOf(periodSeconds)
  const [cut, most] = [candles * parts, Math.min(MOST_CANDLES, MOST_CUT + CUT_PER_ROW * rows)]
  if (parts > 1 && cut > most)
    throw new CellProblem(
      0,
      `candles of ${periodText(periodSeconds)} are cut into ${level === TICK_LEVEL ? 'ticks' : periodText(LEVEL_SECONDS[level])}, these into ${cut}, and may be into ${most}: write candles of another period, such as 1m, or of a shorter time`,
    )
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
