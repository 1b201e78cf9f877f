/** Statistics that need more data than one asset under one seed: counts and sums over all. */
import { WeekProfile } from '../../src/market/price/week-profile.js'
import { BOUNDARIES } from './bounds.js'
import { arcsineBins, arcsineLaw, mean } from './numbers.js'
import { AT, DAY_HOURS, SAMPLE, type Sample } from './sample.js'

/** Sums over assets and seeds, by name and bin. */
export class Pool {
  readonly #bins = new Map<string, Float64Array>()

  add(name: string, bins: number, bin: number, value = 1): void {
    let sums = this.#bins.get(name)
    if (sums === undefined) {
      sums = new Float64Array(bins)
      this.#bins.set(name, sums)
    }
    sums[bin] += value
  }

  of(name: string): Float64Array {
    return this.#bins.get(name) ?? new Float64Array(0)
  }
}

/** Figures of the pool. */
export function pooledFigures(pool: Pool): Map<string, number[]> {
  const figures = new Map<string, number[]>()
  const bins = (figure: string, ratios: readonly number[]): void => {
    figures.set(`${figure}, least bin`, [Math.min(...ratios)])
    figures.set(`${figure}, most bin`, [Math.max(...ratios)])
  }
  for (const [bin, law] of Object.entries(EXTREME_LAWS))
    bins(`extreme by ${bin}`, ratiosOf(pool.of(bin), law))
  bins('absolute 1s by second', ratiosOf(pool.of('1s by second'), new Array(60).fill(1)))
  const byMinute = pool.of('1m by minute').map((sum, n) => sum / pool.of('1m by minute, count')[n])
  bins('absolute 1m by minute', ratiosOf(byMinute, new Array(60).fill(1)))
  const lag = (boundary: string): number => {
    const [n, x, y, xx, yy, xy] = pool.of(`lag 1 ${boundary}`)
    return (xy - (x * y) / n) / Math.sqrt((xx - (x * x) / n) * (yy - (y * y) / n))
  }
  for (const boundary of BOUNDARIES)
    figures.set(`lag 1 of absolute 1m across ${boundary}`, [lag(boundary) / lag('inside')])
  return figures
}

const PROFILE = new WeekProfile(false)

/** Expected positions of the extremes of a minute, hour and day; a day passes faster in its busy hours. */
export const EXTREME_LAWS: Readonly<Record<string, readonly number[]>> = {
  'second of the minute': arcsineLaw(60),
  'minute of the hour': arcsineBins(3600, new Array(60).fill(1)),
  'hour of the day': arcsineBins(
    86_400,
    Array.from({ length: DAY_HOURS }, (_, hour) => PROFILE.at(2, hour)),
  ),
}

/** Each bin relative to the law. */
export function ratiosOf(bins: Float64Array, law: readonly number[]): number[] {
  const whole = mean(bins) / mean(law)
  return Array.from(bins, (count, n) => count / (law[n] * whole))
}

/** Bins of the high and of the low within every `bins` values from `from` on. */
export function addExtremes(
  pool: Pool,
  name: string,
  bins: number,
  high: Float64Array,
  low: Float64Array,
  from: number,
): void {
  for (let i = from; i + bins <= high.length; i += bins) {
    let [top, bottom] = [0, 0]
    for (let n = 1; n < bins; n++) {
      if (high[i + n] > high[i + top]) top = n
      if (low[i + n] < low[i + bottom]) bottom = n
    }
    pool.add(name, bins, top)
    pool.add(name, bins, bottom)
  }
}

/** Statistics that must not depend on the clock: minutes and seconds. */
export function measureClock({ prices, candles, returns }: Sample, pool: Pool): void {
  const { firstStart, high, low } = candles['1m']
  const first = firstStart / 60
  const absolute = returns['1m'].map(Math.abs)
  const usual = mean(absolute)
  // Roots limit the weight of single wild minutes; minute i leads from `first + i` to the next.
  for (let i = 1; i < absolute.length; i++) {
    const [x, y] = [Math.sqrt(absolute[i - 1] / usual), Math.sqrt(absolute[i] / usual)]
    const name = `lag 1 ${boundaryAt(first + i)}`
    for (const [bin, value] of [1, x, y, x * x, y * y, x * y].entries()) pool.add(name, 6, bin, value)
  }
  // Each minute relative to the hour around it.
  let around = 0
  for (let i = 0; i < absolute.length; i++) {
    around += absolute[i] - (i > 60 ? absolute[i - 61] : 0)
    if (i < 60) continue
    pool.add('1m by minute', 60, (first + i - 30) % 60, absolute[i - 30] / (around / 61))
    pool.add('1m by minute, count', 60, (first + i - 30) % 60)
  }
  addExtremes(pool, 'minute of the hour', 60, high, low, (60 - (first % 60)) % 60)
  const start = Math.floor(AT / 60) - SAMPLE.ticked
  let before = prices.tickAt(start * 60 - 1) as number
  for (let minute = start; minute < start + SAMPLE.ticked; minute++) {
    const ticks = Float64Array.from({ length: 60 }, (_, n) => prices.tickAt(minute * 60 + n) as number)
    const moves = ticks.map((tick, n) => Math.abs(Math.log(tick / (n === 0 ? before : ticks[n - 1]))))
    const usualMove = mean(moves)
    for (const [n, move] of moves.entries())
      if (usualMove > 0) pool.add('1s by second', 60, n, move / usualMove)
    addExtremes(pool, 'second of the minute', 60, ticks, ticks, 0)
    before = ticks[59]
  }
}

function boundaryAt(minute: number): string {
  if (minute % 240 === 0) return '4h'
  if (minute % 60 === 0) return '1h'
  if (minute % 15 === 0) return '15m'
  return minute % 5 === 0 ? '5m' : 'inside'
}
