/**
 * Returns on liquidity, as pure functions of (seed, network, instant).
 *
 *   days of prices, interest.ts → income of markets → per year → against benchmarks
 *   interest.ts, prices → pools.ts: values of market tokens and GLVs ↗
 */
import { getOrCreate } from '../../kit/maps.js'
import { exp, ln } from '../../kit/numbers/log-exp.js'
import type { Network } from '../catalogue/types.js'
import { DAY_SECONDS } from '../price/periods.js'
import { hasPrices } from '../price/prices.js'
import { turnoverOf } from './market-factors.js'
import {
  type GlvPool,
  type MarketPool,
  ofConstantProduct,
  type Pair,
  type Pools,
  valueOfMarket,
  worthOfHolding,
} from './pools.js'
import { beginOf, dayNumberOf, type PricedAsset, PriceReading } from './price-reading.js'
import {
  type ExcessReturn,
  GRID_SECONDS,
  type Liquidity,
  type OfEntity,
  type Performance,
  type RatePeriod,
  YEAR_SECONDS,
  type YieldPoint,
} from './state.js'
import { swingAtMidnight } from './swing.js'

export function createLiquidity(network: Network, pools: Pools): Liquidity {
  function* each<Value>(
    atSeconds: number,
    period: RatePeriod,
    ofMarket: (reading: PriceReading, pool: MarketPool, begin: number) => Value,
    ofGlv: (reading: PriceReading, pool: GlvPool, begin: number) => Generator<YieldPoint, Value | undefined>,
    wanted?: string,
  ): Generator<OfEntity<Value> | YieldPoint> {
    if (!hasPrices(atSeconds)) return
    const reading = new PriceReading(atSeconds, beginOf(period, undefined, atSeconds))
    const isWanted = (address: string) => wanted === undefined || address.toLowerCase() === wanted
    for (const market of network.markets) {
      const { marketToken: address } = market
      if (!isWanted(address)) continue
      const pool = pools.of(market)
      yield* prepared(reading, pool)
      const value = ofMarket(reading, pool, beginOf(period, market.listedAtSeconds, atSeconds))
      yield { entity: 'Market', address, value }
    }
    for (const pool of pools.glvs()) {
      const { glvToken: address } = pool.glv
      if (!isWanted(address)) continue
      for (const holding of pool.held) yield* prepared(reading, holding.pool)
      const value = yield* ofGlv(reading, pool, beginOf(period, pool.glv.listedAtSeconds, atSeconds))
      if (value !== undefined) yield { entity: 'Glv', address, value }
    }
  }
  return {
    yieldsAt: (at, period) => each(at, period, yieldOfMarket, yieldOfGlv),
    performancesAt: (at, period, wanted) => each(at, period, performanceOfMarket, performanceOfGlv, wanted),
    snapshotsAt: (at, period, wanted) => each(at, period, snapshotsOfMarket, snapshotsOfGlv, wanted),
    glvsAt(atSeconds) {
      const at = Math.floor(atSeconds / GRID_SECONDS) * GRID_SECONDS
      const reading = new PriceReading(at, at)
      return pools.glvs().map(({ glv, held }) => ({
        glv,
        held: (hasPrices(at) ? held : []).map((holding) => ({
          market: holding.pool.market,
          ...worthOfHolding(holding, at, reading.relative),
        })),
      }))
    },
  }
}

function* prepared(reading: PriceReading, pool: MarketPool): Generator<YieldPoint> {
  for (const asset of [pool.index, pool.long, pool.short]) {
    reading.days(asset)
    yield
  }
  feesOfDays(reading, pool)
  yield
}

/** Fees stay in the pool and compound. */
function yieldOfMarket(reading: PriceReading, pool: MarketPool, beginSeconds: number): number {
  return annualized(reading, feesSince(reading, pool, beginSeconds), beginSeconds)
}

/** Mean of its markets' yields, weighted by value; 0 for an empty GLV. */
function* yieldOfGlv(
  reading: PriceReading,
  { held }: GlvPool,
  beginSeconds: number,
): Generator<YieldPoint, number> {
  const worths = held.map((holding) => worthOfHolding(holding, reading.atSeconds, reading.relative))
  const all = worths.reduce((sum, { usd }) => sum + usd, 0)
  let total = 0
  for (const [n, { pool }] of held.entries()) {
    total += (worths[n].usd / all) * yieldOfMarket(reading, pool, beginSeconds)
    yield
  }
  return total
}

/** Annual growth at the logarithmic rate since `beginSeconds`, less 1. */
function annualized({ atSeconds }: PriceReading, growth: number, beginSeconds: number): number {
  const yearly = (growth * YEAR_SECONDS) / Math.max(atSeconds - beginSeconds, DAY_SECONDS)
  return exp(Math.min(Math.max(yearly, -MAX_GROWTH), MAX_GROWTH)) - 1
}

/** Keeps exp finite: prices of a scenario may reach beyond, markets do not. */
const MAX_GROWTH = 690

/**
 * Performance of a pool's token: growth of the pool's value per token plus fees, compared with holding its long token, its short
 * token, or a constant-product pool of both, as in Uniswap v2.
 */
function performanceOfMarket(reading: PriceReading, pool: MarketPool, begin: number): Performance {
  return against(reading, pool, growthOf(reading, pool, begin), yieldOfMarket(reading, pool, begin), begin)
}

function* performanceOfGlv(
  reading: PriceReading,
  pool: GlvPool,
  begin: number,
): Generator<YieldPoint, Performance | undefined> {
  const [first] = pool.held
  if (first === undefined) return undefined
  // All markets of a GLV have the same two tokens, so any of them gives the value.
  const growth = growthOf(reading, first.pool, begin)
  return against(reading, first.pool, growth, yield* yieldOfGlv(reading, pool, begin), begin)
}

function growthOf(reading: PriceReading, pair: Pair, begin: number): number {
  const valueAt = (at: number) => valueOfMarket(pair, at, reading.relative)
  return ln(valueAt(reading.atSeconds) / valueAt(begin))
}

/** `growth` is logarithmic and per token; `yearly` is the annual yield of fees. */
function against(
  reading: PriceReading,
  { long, short }: Pair,
  growth: number,
  yearly: number,
  begin: number,
): Performance {
  const grown = (asset: PricedAsset) =>
    ln(reading.relative(asset, reading.atSeconds) / reading.relative(asset, begin))
  const [ofLong, ofShort] = [grown(long), grown(short)]
  const inExcessOf = (other: number) => (1 + annualized(reading, growth - other, begin)) * (1 + yearly) - 1
  return {
    longToken: inExcessOf(ofLong),
    shortToken: inExcessOf(ofShort),
    uniswapV2: inExcessOf(ofConstantProduct(ofLong, ofShort)),
  }
}

/** Daily performances: from the oldest midnight of a period to each later one, not annualised. */
function snapshotsOfMarket(reading: PriceReading, pool: MarketPool, begin: number): ExcessReturn[] {
  const midnights = midnightsSince(reading, begin)
  const fees = feesOfDays(reading, pool).subarray(-midnights.length)
  return toSnapshots(reading, pool, midnights, fees)
}

function* snapshotsOfGlv(
  reading: PriceReading,
  { held }: GlvPool,
  begin: number,
): Generator<YieldPoint, ExcessReturn[] | undefined> {
  const [first] = held
  if (first === undefined) return undefined
  const midnights = midnightsSince(reading, begin)
  const usd = new Float64Array(midnights.length)
  const earned = new Float64Array(midnights.length)
  for (const holding of held) {
    const fees = feesOfDays(reading, holding.pool).subarray(-midnights.length)
    for (const [n, at] of midnights.entries()) {
      const worth = worthOfHolding(holding, at, reading.relativeAtMidnight)
      usd[n] += worth.usd
      earned[n] += worth.usd * fees[n]
    }
    yield
  }
  const fees = earned.map((ofDay, n) => ofDay / usd[n])
  return toSnapshots(reading, first.pool, midnights, fees)
}

function midnightsSince({ atSeconds }: PriceReading, begin: number): number[] {
  const first = dayNumberOf(begin)
  return Array.from({ length: dayNumberOf(atSeconds) - first + 1 }, (_, n) => (first + n) * DAY_SECONDS)
}

/** `fees` are those of the days that begin at the midnights. */
function toSnapshots(reading: PriceReading, pair: Pair, midnights: readonly number[], fees: Float64Array) {
  const [begin] = midnights
  const grown = (asset: PricedAsset, at: number) =>
    ln(reading.relativeAtMidnight(asset, at) / reading.relativeAtMidnight(asset, begin))
  const valueAt = (at: number) => valueOfMarket(pair, at, reading.relativeAtMidnight)
  const first = valueAt(begin)
  let growthByFees = 0
  const all = midnights.map((at, n): ExcessReturn => {
    if (n > 0) growthByFees += fees[n - 1]
    const growth = ln(valueAt(at) / first) + growthByFees
    const other = ofConstantProduct(grown(pair.long, at), grown(pair.short, at))
    return { atSeconds: at, uniswapV2: exp(growth - other) - 1 }
  })
  return all.reverse()
}

/** Fees are 0.06 % of the volume; the pool gets 63 % of them. */
const FEE_SHARE = 0.0006
const POOL_SHARE = 0.63

/**
 * Fees of each day, oldest first, as fractions of the pool's value at midnight: a part of the day's volume, which is the open interest
 * at midnight times a turnover that rises with the day's price range.
 */
function feesOfDays(reading: PriceReading, pool: MarketPool): Float64Array {
  return getOrCreate(reading.fees, pool, () => workOut(reading, pool))
}

/** Fees since a second as a fraction of the pool's value; the first day counts pro rata. */
function feesSince(reading: PriceReading, pool: MarketPool, beginSeconds: number): number {
  const fees = feesOfDays(reading, pool)
  const first = fees.length - (dayNumberOf(reading.atSeconds) - dayNumberOf(beginSeconds) + 1)
  let sum = fees[first] * (1 - (beginSeconds % DAY_SECONDS) / DAY_SECONDS)
  for (let day = first + 1; day < fees.length; day++) sum += fees[day]
  return sum
}

function workOut(reading: PriceReading, { process, index, long, short }: MarketPool): Float64Array {
  const fees = new Float64Array(reading.dayCount)
  if (!process.hasPositions) return fees
  const days = reading.days(index)
  const before = days.count - fees.length
  const interestAt = process.series(days.firstStart + before * DAY_SECONDS, DAY_SECONDS, fees.length)
  for (let n = 0; n < fees.length; n++) {
    const day = before + n
    const midnight = days.firstStart + day * DAY_SECONDS
    const [ofLong, ofShort] = [long, short].map((asset) => reading.relativeAtMidnight(asset, midnight))
    const swing = swingAtMidnight(days, day)
    const { tokens, open } = interestAt(n, { swing, long: ofLong, short: ofShort })
    const pool = tokens.long * ofLong + tokens.short * ofShort
    const volume = (open.long + open.short) * turnoverOf(days.high[day] / days.low[day] - 1)
    fees[n] = (volume * FEE_SHARE * POOL_SHARE) / pool
  }
  return fees
}
