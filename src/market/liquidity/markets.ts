/**
 * State of a network's markets, for markets/info and rates: pure functions of (seed, network, instant).
 *
 *   noise, prices → interest.ts: tokens and positions → costs of holding these, hour by hour
 *   prices → pools.ts: moves that liquidate positions ↗
 *
 * Rates are factors per second x 10^30, exact integers.
 */

import { ProductSum } from '../../kit/numbers/product-sum.js'
import type { CatalogueMarket, CatalogueToken, Network } from '../catalogue/types.js'
import { FIRST_SECOND, hasPrices } from '../price/prices.js'
import { HOUR, HourReading } from './hours.js'
import type { Interest, MicroUsd } from './interest.js'
import { entriesAt, interestAt, type MarketPool, type Pools } from './pools.js'
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
      const pool = pools.of(market)
      yield toState(market, interestAt(pool, at), entriesAt(pool, at), {
        long: unitPrice(pool.long.baseQuanta, market.long),
        short: unitPrice(pool.short.baseQuanta, market.short),
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

function toState(
  market: CatalogueMarket,
  interest: Interest,
  entry: MarketState['entry'],
  unitPrices: Sides,
): MarketState {
  const { tokens, reserve, open } = interest
  return {
    market,
    openInterest: bySide((side) => toE30(open[side])),
    entry,
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
  const k = BigInt(fundingFactor(open))
  return {
    funding: { long: k * BigInt(open.short), short: -k * BigInt(open.long) },
    borrowing: bySide((side) => BigInt(borrowingOf(open[side], reserve[side]))),
  }
}

/**
 * The larger side pays the smaller one, more with imbalance. Each side's factor is the same multiple of the other side's open
 * interest, so that payments equal receipts exactly.
 */
function fundingFactor({ long, short }: MicroUsd): number {
  if (long === 0 || short === 0) return 0
  const largerPays = (MAX_FUNDING * (long - short)) / (long + short)
  return Math.trunc(toFactorE30(largerPays) / Math.min(long, short))
}

function borrowingOf(open: number, reserve: number): number {
  if (open === 0) return 0
  const use = open / reserve
  const annual = BORROWING_SLOPE * use + BORROWING_EXTRA_SLOPE * Math.max(0, use - BORROWING_KINK)
  return Math.round(toFactorE30(annual))
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
  const mean = new MeanRates()
  let hour = newest
  for (let block = 0; hour >= first; block++) {
    const interest = yield* reading.interestIn(pool, block)
    for (; hour >= Math.max(first, interest.firstSecond); hour -= HOUR) {
      const now = interest.at(hour)
      if (length === HOUR) yield { atSeconds: hour, ...received(costPerSecond(now)) }
      else mean.add(now)
      if (mean.count > 0 && (hour === first || hour === startOf(hour)))
        yield { atSeconds: startOf(hour), ...mean.take() }
    }
  }
}

/** Receive frame: positive funding is received. */
function received({ funding, borrowing }: Rates): Rates {
  return { funding: { long: -funding.long, short: -funding.short }, borrowing }
}

/** Truncated means in the receive frame: positive funding is received. */
class MeanRates {
  readonly #funding = bySide(() => new ProductSum())
  readonly #borrowing = bySide(() => new ProductSum())
  count = 0

  add({ open, reserve }: Interest): void {
    const k = fundingFactor(open)
    this.#funding.long.add(-k, open.short)
    this.#funding.short.add(k, open.long)
    this.#borrowing.long.add(borrowingOf(open.long, reserve.long), 1)
    this.#borrowing.short.add(borrowingOf(open.short, reserve.short), 1)
    this.count++
  }

  /** Returns the means and begins anew. */
  take(): Rates {
    const count = BigInt(this.count)
    this.count = 0
    return {
      funding: bySide((side) => this.#funding[side].take() / count),
      borrowing: bySide((side) => this.#borrowing[side].take() / count),
    }
  }
}

function lengthOf(period: RatePeriod, { market: { listedAtSeconds } }: MarketPool, newest: number): number {
  const length = LENGTH_SECONDS[period]
  if (period !== 'total' || listedAtSeconds === undefined || listedAtSeconds >= newest) return length
  return Math.min(length, newest - listedAtSeconds + HOUR)
}
