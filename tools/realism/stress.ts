/** Figures of crises, pairs and pegs, from hourly candles: means over eight seeds or more, as crises are rare. */
import { differences } from './numbers.js'
import { correlation, deviation, excessKurtosis, mean, moment, quantile } from './numbers.js'
import { AT, DAY_HOURS, type Note } from './sample.js'
import { pricesOf } from '../../test/support/prices.js'

const HOURS = 10_000
const RARE = 0.01
const YEAR_HOURS = 24 * 365.25
const BPS = 10_000

/** Pairs of which both trade around the clock. */
const PAIRS = [
  ['tBTC', 'BTC'],
  ['WBTC.b', 'BTC'],
] as const

export function measureStress(seed: string, note: Note): void {
  const logsOf = (asset: string) => pricesOf(seed, asset).candles('1h', AT, HOURS).close.map(Math.log)
  const [btc, eth, doge] = ['BTC', 'ETH', 'DOGE'].map(logsOf)
  const [ofBtc, ofEth, ofDoge] = [btc, eth, doge].map(differences)
  note('BTC~ETH, worst hours in common', worstInCommon(ofBtc, ofEth))
  note('BTC~ETH 1h, on average', correlation(ofBtc, ofEth))
  note('BTC~DOGE 1h, volatile less calm', correlationRise(ofBtc, ofDoge))
  for (const [asset, returns] of [['BTC', ofBtc], ['ETH', ofEth], ['DOGE', ofDoge]] as const)
    note(`Hill index 1h, ${asset}`, hillIndex(returns))
  for (const [asset, returns] of [['BTC', ofBtc], ['ETH', ofEth]] as const) {
    note(`skew 1h, ${asset}`, moment(returns, 3) / deviation(returns) ** 3)
    note(`excess kurtosis 1h, ${asset}`, excessKurtosis(returns))
  }
  const loss = -5 * deviation(ofEth)
  note('losses beyond 5 sd, ETH', (ofEth.filter((one) => one < loss).length / HOURS) * 10_000)
}

function worstInCommon(one: Float64Array, other: Float64Array): number {
  const [least, otherLeast] = [quantile(one, RARE), quantile(other, RARE)]
  const worst = one.reduce((count, value, i) => count + (value < least && other[i] < otherLeast ? 1 : 0), 0)
  return worst / (RARE * one.length)
}

/** Correlation in the decile of hours after the most volatile day of the first, less that after the calmest. */
function correlationRise(one: Float64Array, other: Float64Array): number {
  const before = one.map((_, i) => mean(one.subarray(Math.max(0, i - DAY_HOURS), i).map(Math.abs)))
  const [calm, volatile] = [quantile(before.subarray(DAY_HOURS), 0.1), quantile(before.subarray(DAY_HOURS), 0.9)]
  const within = (isIn: (volatility: number) => boolean) => {
    const chosen = (_: number, i: number) => i >= DAY_HOURS && isIn(before[i])
    return correlation(one.filter(chosen), other.filter(chosen))
  }
  return within((volatility) => volatility > volatile) - within((volatility) => volatility < calm)
}

/** Exponent of the tail of absolute returns (Hill 1975), from the largest 1 %. */
function hillIndex(returns: Float64Array): number {
  const sorted = returns.map(Math.abs).sort()
  const tail = sorted.subarray(Math.floor((1 - RARE) * sorted.length))
  return 1 / mean(tail.map((one) => Math.log(one / tail[0])).subarray(1))
}
