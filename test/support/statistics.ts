import type { Candles } from '../../src/price/candles.js'
import { PERIOD_SECONDS } from '../../src/price/periods.js'

export interface Figures {
  /** Standard deviation of log-returns, per year. */
  volatility: number
  kurtosis: number
  lag1: number
  absLag1: number
  absLag60: number
  /** Parkinson's range estimate of the variance over the variance of returns. */
  range: number
  /** Mean |close - open| / (high - low). */
  body: number
}

export function logReturns({ close, count }: Candles): Float64Array {
  const returns = new Float64Array(count - 1)
  for (let i = 1; i < count; i++) returns[i - 1] = Math.log(close[i] / close[i - 1])
  return returns
}

export function figuresOf(candles: Candles): Figures {
  const returns = logReturns(candles)
  const variance = moment(returns, 2)
  const absolute = returns.map(Math.abs)
  let range = 0
  let body = 0
  let bodies = 0
  for (let i = 0; i < candles.count; i++) {
    const width = candles.high[i] - candles.low[i]
    range += Math.log(candles.high[i] / candles.low[i]) ** 2
    if (width === 0) continue
    body += Math.abs(candles.close[i] - candles.open[i]) / width
    bodies++
  }
  return {
    volatility: Math.sqrt((variance * 365.25 * 86_400) / PERIOD_SECONDS[candles.period]),
    kurtosis: moment(returns, 4) / variance ** 2 - 3,
    lag1: autocorrelation(returns, 1),
    absLag1: autocorrelation(absolute, 1),
    absLag60: autocorrelation(absolute, 60),
    range: range / (candles.count * 4 * Math.LN2) / variance,
    body: body / bodies,
  }
}

export function correlation(one: Float64Array, other: Float64Array): number {
  const [meanOne, meanOther] = [mean(one), mean(other)]
  let product = 0
  for (let i = 0; i < one.length; i++) product += (one[i] - meanOne) * (other[i] - meanOther)
  return product / one.length / Math.sqrt(moment(one, 2) * moment(other, 2))
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

function moment(values: Float64Array, order: number): number {
  const center = mean(values)
  let sum = 0
  for (const value of values) sum += (value - center) ** order
  return sum / values.length
}

function autocorrelation(values: Float64Array, lag: number): number {
  const center = mean(values)
  let product = 0
  for (let i = lag; i < values.length; i++) product += (values[i] - center) * (values[i - lag] - center)
  return product / values.length / moment(values, 2)
}
