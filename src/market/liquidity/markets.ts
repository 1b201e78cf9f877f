/**
 * State of a network's markets, for markets/info and rates: pure functions of (seed, network, instant).
 *
 *   noise, prices → interest.ts: tokens and positions → costs of holding these, hour by hour
 *   prices → pools.ts: moves that liquidate positions ↗
 *
 * Rates are factors per second x 10^30, exact integers.
 */

import type { CatalogueMarket, CatalogueToken, Network } from '../catalogue/types.js'
import { FIRST_SECOND, hasPrices } from '../price/prices.js'
import { HOUR, HourReading } from './hours.js'
import type { Interest, MicroUsd } from './interest.js'
import type { MarketPool, Pools } from './pools.js'
import {
  bySide,
  GRID_SECONDS,
  LENGTH_SECONDS,
  type MarketState,
  type Markets,
  type RatePeriod,
  type Rates,
  type RatesSnapshot,
  type Sides,
  YEAR_SECONDS,
  type YieldPoint,
} from './state.js'

export function createMarkets(network: Network, pools: Pools): Markets {
  function* statesOfAll(at: number): Iterable<MarketState> {
    for (const market of network.markets) {
      const { interestAt, long, short } = pools.of(market)
      yield toState(market, interestAt(at), {
        long: unitPrice(long.baseQuanta, market.long),
        short: unitPrice(short.baseQuanta, market.short),
      })
    }
  }
  return {
    statesAt(atSeconds) {
      const at = Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS
      return hasPrices(at) ? statesOfAll(at) : []
    },
    ratesOver(atSeconds, period, averageBy) {
      const reading = new HourReading(atSeconds)
      const length = averageBy === undefined ? HOUR : LENGTH_SECONDS[averageBy]
      return (market) => ratesOver(pools.of(market), reading, atSeconds, period, length)
    },
  }
}

/** Price of one raw unit, USD x 10^30. */
function unitPrice(quanta: number, { oracleDecimals }: CatalogueToken): bigint {
  return BigInt(quanta) * 10n ** BigInt(oracleDecimals)
}

function toState(market: CatalogueMarket, interest: Interest, unitPrices: Sides): MarketState {
  const { tokens, reserve, open } = interest
  return {
    market,
    openInterest: bySide((side) => toE30(open[side])),
    availableLiquidity: bySide((side) => toE30(reserve[side] - open[side])),
    poolAmount: bySide((side) => toE30(tokens[side]) / unitPrices[side]),
    perSecond: costPerSecond(interest),
  }
}

function toE30(microUsd: number): bigint {
  return BigInt(microUsd) * 10n ** 24n
}

/** Annual borrowing cost rises with the use of the reserve by the first slope, and beyond the kink by the second as well. */
const BORROWING_SLOPE = 0.4
const BORROWING_KINK = 0.8
const BORROWING_EXTRA_SLOPE = 3

/** Annual cost of the larger side if the other is nearly empty. */
const MAX_FUNDING = 0.5

/** Cost frame: positive funding is paid. */
function costPerSecond({ open, reserve }: Interest): Rates {
  const borrowing = bySide((side) => borrowingOf(open[side], reserve[side]))
  return { funding: fundingOf(open), borrowing }
}

/**
 * The larger side pays the smaller one, more with imbalance. Factors are multiples of the other side's open interest,
 * so that payments equal receipts exactly.
 */
function fundingOf({ long, short }: MicroUsd): Sides {
  if (long === 0 || short === 0) return { long: 0n, short: 0n }
  const largerPays = (MAX_FUNDING * (long - short)) / (long + short)
  const k = BigInt(Math.trunc(toFactorE30(largerPays) / Math.min(long, short)))
  return { long: k * BigInt(short), short: -k * BigInt(long) }
}

function borrowingOf(open: number, reserve: number): bigint {
  if (open === 0) return 0n
  const use = open / reserve
  const annual = BORROWING_SLOPE * use + BORROWING_EXTRA_SLOPE * Math.max(0, use - BORROWING_KINK)
  return BigInt(Math.round(toFactorE30(annual)))
}

function toFactorE30(annual: number): number {
  return (annual / YEAR_SECONDS) * 1e30
}

/** Rates of hours, or averages over whole days in UTC: those that begin in `period`, and at least the running one. */
function* ratesOver(
  pool: MarketPool,
  reading: HourReading,
  atSeconds: number,
  period: RatePeriod,
  length: number,
): Generator<RatesSnapshot | YieldPoint> {
  const newest = Math.floor(atSeconds / HOUR) * HOUR
  if (!hasPrices(atSeconds)) return
  const startOf = (second: number) => Math.floor(second / length) * length
  const earliest = newest - lengthOf(period, pool, newest)
  const first = Math.max(Math.min(startOf(earliest) + length, startOf(newest)), FIRST_SECOND)
  let rates: Rates[] = []
  let hour = newest
  for (let block = 0; hour >= first; block++) {
    const interest = yield* reading.interestIn(pool, block)
    for (; hour >= Math.max(first, interest.firstSecond); hour -= HOUR) {
      rates.push(receivedRates(interest.at(hour)))
      if (hour !== first && hour !== startOf(hour)) continue
      yield { atSeconds: startOf(hour), ...(rates.length === 1 ? rates[0] : meanOf(rates)) }
      rates = []
    }
  }
}

/** Receive frame: positive funding is received. */
function receivedRates(interest: Interest): Rates {
  const { funding, borrowing } = costPerSecond(interest)
  return { funding: bySide((side) => -funding[side]), borrowing }
}

/** Truncated means. */
function meanOf(rates: readonly Rates[]): Rates {
  const mean = (part: keyof Rates) =>
    bySide((side) => rates.reduce((sum, one) => sum + one[part][side], 0n) / BigInt(rates.length))
  return { funding: mean('funding'), borrowing: mean('borrowing') }
}

function lengthOf(period: RatePeriod, { market: { listedAtSeconds } }: MarketPool, newest: number): number {
  const length = LENGTH_SECONDS[period]
  if (period !== 'total' || listedAtSeconds === undefined || listedAtSeconds >= newest) return length
  return Math.min(length, newest - listedAtSeconds + HOUR)
}
