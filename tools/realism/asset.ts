/** Figures of one asset alone. */
import type { Candles } from '../../src/market/price/prices.js'
import { catalogue } from '../../test/support/prices.js'
import { ENDS } from './bounds.js'
import { arcsineLaw, autocorrelation, deviation, excessKurtosis, mean, quantile } from './numbers.js'
import { addExtremes, type Pool } from './pool.js'
import { DAY_HOURS, type Note, type Sample } from './sample.js'

const TEN_YEARS = 3652
/** Probability that a walk of 60 or 3,600 ticks opens, or closes, on its high. */
const WALK_SHARES = { '1m': arcsineLaw(60)[0], '1h': 1 / Math.sqrt(Math.PI * 3599) }

export function measureAsset(
  asset: string,
  { candles, logs, returns }: Sample,
  note: Note,
  pool: Pool,
): void {
  for (const period of ['1m', '1h', '1d'] as const) {
    note(
      `excess kurtosis ${period}`,
      excessKurtosis(returns[period].subarray(-20_160 * (period === '1m' ? 5 : 1))),
    )
    note(`lag 1 of returns ${period}`, autocorrelation(returns[period], 1))
    const { open, high, low, close, count } = candles[period]
    let range = 0
    let bodies = 0
    const ends = [0, 0, 0, 0]
    for (let i = 0; i < count; i++) {
      range += Math.log(high[i] / low[i]) ** 2
      bodies += high[i] > low[i] ? Math.abs(close[i] - open[i]) / (high[i] - low[i]) : 0
      const isEnd = [open[i] === high[i], open[i] === low[i], close[i] === high[i], close[i] === low[i]]
      for (const [n, is] of isEnd.entries()) ends[n] += is ? 1 : 0
    }
    note(`Parkinson ratio ${period}`, range / count / (4 * Math.LN2) / deviation(returns[period]) ** 2)
    note(`body over range ${period}`, bodies / count)
    if (period !== '1d')
      for (const [n, name] of ENDS.entries()) note(`${name} ${period}`, ends[n] / count / WALK_SHARES[period])
  }
  const decade = returns['1d'].subarray(-TEN_YEARS)
  const wanted = catalogue.assets.get(asset)?.annualVolatility as number
  note('volatility over the catalogue’s', (deviation(decade) * Math.sqrt(365.25)) / wanted)
  note('largest day of ten years', Math.max(...decade.map(Math.abs)) / deviation(decade))
  const monthly = Array.from({ length: Math.floor((returns['1d'].length - 30) / 10) }, (_, n) =>
    deviation(returns['1d'].subarray(n * 10, n * 10 + 30)),
  )
  note('30-day volatility, p5', quantile(monthly, 0.05) / mean(monthly))
  note('30-day volatility, p95', quantile(monthly, 0.95) / mean(monthly))
  const hoursOf = (day: number) => returns['1h'].subarray(day * DAY_HOURS, (day + 1) * DAY_HOURS)
  const daily = Array.from({ length: Math.floor(returns['1h'].length / DAY_HOURS) }, (_, day) =>
    Math.log(Math.sqrt(hoursOf(day).reduce((sum, one) => sum + one * one, 0))),
  )
  for (const lag of [1, 5, 20]) note(`log daily volatility, lag ${lag}`, autocorrelation(daily, lag))
  note('variance ratio 1d / 1m', varianceRatio(logs['1h'], DAY_HOURS) * varianceRatio(logs['1m'], 60))
  measureWeek(candles['1h'], note, pool)
}

/** Variance of `n` steps over `n` times that of one step. */
function varianceRatio(logs: Float64Array, n: number): number {
  let whole = 0
  let parts = 0
  for (let i = 0; i + n < logs.length; i += n) {
    whole += (logs[i + n] - logs[i]) ** 2
    for (let k = i; k < i + n; k++) parts += (logs[k + 1] - logs[k]) ** 2
  }
  return whole / parts
}

function measureWeek({ open, high, low, close, count, firstStart }: Candles, note: Note, pool: Pool): void {
  const first = firstStart / 3600
  const byHour = new Float64Array(DAY_HOURS)
  for (let i = 0; i < count; i++) byHour[(first + i) % DAY_HOURS] += Math.log(close[i] / open[i]) ** 2
  note('busiest over quietest hour', Math.sqrt(Math.max(...byHour) / Math.min(...byHour)))
  note('weekend over weekday', weekend(open, close, first))
  const midnight = (DAY_HOURS - (first % DAY_HOURS)) % DAY_HOURS
  addExtremes(pool, 'hour of the day', DAY_HOURS, high, low, midnight)
}

/** Volatility of weekends relative to other days; hours from `first` on. */
export function weekend(open: Float64Array, close: Float64Array, first: number): number {
  const [sums, counts] = [new Float64Array(2), new Float64Array(2)]
  for (const [i, price] of open.entries()) {
    const day = Math.floor((first + i) / DAY_HOURS) % 7
    const at = day === 2 || day === 3 ? 1 : 0
    sums[at] += Math.log(close[i] / price) ** 2
    counts[at]++
  }
  return Math.sqrt(sums[1] / counts[1] / (sums[0] / counts[0]))
}
