/** Figures of crises, pairs, pegs and positions: means over eight seeds or more, as crises are rare. */

import type { Candles } from '../../src/market/price/prices.js'
import { isResting } from '../../src/market/price/trading-hours.js'
import { pricesOf } from '../../test/support/prices.js'
import { BRIDGED, STAKED, WRAPPED } from './bounds.js'
import {
  autocorrelation,
  correlation,
  deviation,
  differences,
  excessKurtosis,
  mean,
  moment,
  quantile,
} from './numbers.js'
import { measureEntries } from './positions.js'
import { AT, BPS, DAY_HOURS, type Note } from './sample.js'

const HOURS = 10_000
const RARE = 0.01
const YEAR_HOURS = 24 * 365.25
/** Days of the week from Thursday, 1970-01-01. */
const SATURDAY = 2
const MONDAY_TO_THURSDAY = [4, 5, 6, 0]

export function measureStress(seed: string, note: Note): void {
  const hoursOf = (asset: string) => pricesOf(seed, asset).candles('1h', AT, HOURS)
  measureCrises(hoursOf, note)
  measurePairs(hoursOf, note)
  const usdc = hoursOf('USDC').close.map((quanta) => BPS * Math.abs(quanta / 1e6 - 1))
  note('USDC off its peg, median, bps', quantile(usdc, 0.5))
  note('USDC off its peg by more than 10 bps', usdc.filter((bps) => bps > 10).length / HOURS)
  const daily = (asset: string) =>
    differences(
      pricesOf(seed, asset)
        .candles('1d', AT, Math.floor(HOURS / DAY_HOURS))
        .close.map(Math.log),
    )
  const [ofPool, ofLong] = [daily('GLV [ETH-USDC]'), daily('ETH')]
  const together = correlation(ofPool, ofLong)
  note('GLV [ETH-USDC] on ETH, beta', (together * deviation(ofPool)) / deviation(ofLong))
  note('GLV [ETH-USDC]~ETH 1d', together)
  measureEntries(seed, note)
}

function measureCrises(hoursOf: (asset: string) => Candles, note: Note): void {
  const [btc, eth, doge] = ['BTC', 'ETH', 'DOGE'].map((asset) =>
    differences(hoursOf(asset).close.map(Math.log)),
  )
  note('BTC~ETH, worst hours in common', worstInCommon(btc, eth))
  note('BTC~ETH 1h, on average', correlation(btc, eth))
  note('BTC~DOGE 1h, volatile less calm', correlationRise(btc, doge))
  note('Hill index 1h, DOGE', hillIndex(doge))
  for (const [asset, returns] of [
    ['BTC', btc],
    ['ETH', eth],
  ] as const) {
    note(`Hill index 1h, ${asset}`, hillIndex(returns))
    note(`skew 1h, ${asset}`, moment(returns, 3) / deviation(returns) ** 3)
    note(`excess kurtosis 1h, ${asset}`, excessKurtosis(returns))
  }
  const loss = -5 * deviation(eth)
  note('losses beyond 5 sd in 10,000 h, ETH', (eth.filter((one) => one < loss).length / eth.length) * 10_000)
}

function measurePairs(hoursOf: (asset: string) => Candles, note: Note): void {
  const [gold, xaut] = ['GOLD', 'XAUT'].map(hoursOf)
  const first = gold.firstStart / 3600
  const moves = differences(xaut.close.map(Math.log)).map(Math.abs)
  const onDays = (days: readonly number[]) =>
    mean(moves.filter((_, i) => days.includes(Math.floor((first + i + 1) / DAY_HOURS) % 7)))
  note('XAUT, Saturday over Monday to Thursday', onDays([SATURDAY]) / onDays(MONDAY_TO_THURSDAY))
  const whileOpen = gapsOf(xaut.close, gold.close).filter((_, i) => isOpen(first + i))
  note('XAUT over GOLD while both trade, bps', BPS * deviation(whileOpen))
  for (const asset of WRAPPED) {
    const gaps = gapsOf(hoursOf(asset).close, hoursOf('BTC').close)
    note(`${asset} over BTC, bps`, BPS * deviation(gaps))
    note(`${asset} over BTC, a week later`, autocorrelation(gaps, 7 * DAY_HOURS))
  }
  for (const { asset, leader } of BRIDGED)
    note(`${asset} over ${leader}, bps`, BPS * deviation(gapsOf(hoursOf(asset).close, hoursOf(leader).close)))
  for (const { asset, leader } of STAKED) {
    const gaps = gapsOf(hoursOf(asset).close, hoursOf(leader).close)
    note(`${asset} over ${leader}, growth a year`, ((gaps[HOURS - 1] - gaps[0]) / HOURS) * YEAR_HOURS)
  }
}

const gapsOf = (one: Float64Array, other: Float64Array) => one.map((price, i) => Math.log(price / other[i]))

/** Whether gold is traded during an hour, counted from 1970, as a whole. */
const isOpen = (hour: number) => !isResting(hour * 3600) && !isResting(hour * 3600 + 3599)

function worstInCommon(one: Float64Array, other: Float64Array): number {
  const [least, otherLeast] = [quantile(one, RARE), quantile(other, RARE)]
  const worst = one.reduce((count, value, i) => count + (value < least && other[i] < otherLeast ? 1 : 0), 0)
  return worst / (RARE * one.length)
}

/** Correlation in the decile of hours after the most volatile day of the first, less that after the calmest. */
function correlationRise(one: Float64Array, other: Float64Array): number {
  const before = one.map((_, i) => mean(one.subarray(Math.max(0, i - DAY_HOURS), i).map(Math.abs)))
  const [calm, volatile] = [
    quantile(before.subarray(DAY_HOURS), 0.1),
    quantile(before.subarray(DAY_HOURS), 0.9),
  ]
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
