/** Splits rows into runs with a place for each missing row, within memory limits: few rows must not create a huge market. */
import { LEVEL_SECONDS, layingOf, TICK_LEVEL } from '../price/periods.js'
import { RECORD, type RecordedCandles, type RecordedRun } from '../price/recorded.js'
import { periodText } from './times.js'

export interface Runs {
  readonly runs: readonly RecordedRun[]
  /** Number of holes, and of rows missing in them. */
  readonly holes: number
  readonly missing: number
}

/** The problem as text if there are too many candles. */
export function runsOf(times: Uint32Array, rows: Float64Array, periodSeconds: number): Runs | string {
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
  const problem = runsProblem(length, candles, edges.length, periodSeconds)
  if (problem !== undefined) return problem
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

/** Rows including missing ones. */
export const MAX_IMPORTED_CANDLES = 8_000_000
/** Missing rows, in addition to a number per row. */
export const MAX_MISSING = 10_000
const MISSING_PER_ROW = 10
/** More missing rows begin another run. */
export const LONGEST_HOLE_ROWS = 1000
export const MAX_RUNS = 1000
/** Parts that long candles are split into, in addition to a number per row. */
export const MAX_CUT = 100_000
const CUT_PER_ROW = 100
/** Assets in one request that may each use the limit for one. */
const MAX_ASSETS_OF_FEW_ROWS = 10

const FEWER = 'write candles of a longer period, or of a shorter time'

const maxCandles = (rows: number, assets = 1) => MAX_MISSING * assets + MISSING_PER_ROW * rows
const maxCut = (rows: number, assets = 1) => MAX_CUT * assets + CUT_PER_ROW * rows

function runsProblem(rows: number, candles: number, runs: number, periodSeconds: number): string | undefined {
  if (candles > Math.min(MAX_IMPORTED_CANDLES, maxCandles(rows))) return `most rows are missing: ${FEWER}`
  if (runs > MAX_RUNS)
    return `more than ${LONGEST_HOLE_ROWS} consecutive rows are missing at ${runs - 1} places, above the limit of ${MAX_RUNS - 1}: ${FEWER}`
  const { level, parts } = layingOf(periodSeconds)
  const [cut, most] = [candles * parts, Math.min(MAX_IMPORTED_CANDLES, maxCut(rows))]
  if (parts === 1 || cut <= most) return undefined
  return `candles of ${periodText(periodSeconds)} are cut into ${level === TICK_LEVEL ? 'ticks' : periodText(LEVEL_SECONDS[level])}, these into ${cut}, and may be into ${most}: write candles of another period, such as 1m, or of a shorter time`
}

/** Checks the candles of several assets loaded together. */
export function limitProblem(all: readonly RecordedCandles[], rows: number): string | undefined {
  let candles = 0
  let cut = 0
  for (const { periodSeconds, runs } of all) {
    const { parts } = layingOf(periodSeconds)
    const count = runs.reduce((sum, run) => sum + run.count, 0)
    candles += count
    if (parts > 1) cut += count * parts
  }
  const assets = MAX_ASSETS_OF_FEW_ROWS
  const isTooMuch = candles > maxCandles(rows, assets) || cut > maxCut(rows, assets)
  return isTooMuch ? `the candles of these assets are too large in total: ${FEWER}` : undefined
}
