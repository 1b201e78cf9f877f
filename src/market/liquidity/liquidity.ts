/**
 * Returns on liquidity, as pure functions of (seed, network, instant).
 *
 *   days of prices, interest.ts → fees.ts: income of markets → yields.ts: per year → performance.ts, snapshots.ts: against benchmarks
 *   interest.ts, prices → pools.ts: values of market tokens and GLVs ↗
 */
import type { Network } from '../catalogue/types.js'
import { hasPrices } from '../price/prices.js'
import type { Pools } from './create-pools.js'
import { feesOfDays } from './fees.js'
import type { Liquidity, OfEntity, YieldPoint } from './liquidity-state.js'
import { performanceOfGlv, performanceOfMarket } from './performance.js'
import { beginOf } from './periods.js'
import { type GlvPool, type MarketPool, worthOfHolding } from './pools.js'
import { PriceReading } from './price-reading.js'
import type { RatePeriod } from './rate-periods.js'
import { snapshotsOfGlv, snapshotsOfMarket } from './snapshots.js'
import { GRID_SECONDS } from './state.js'
import { DAYS_BEFORE } from './swing-history.js'
import { yieldOfGlv, yieldOfMarket } from './yields.js'

export function createLiquidity(network: Network, pools: Pools): Liquidity {
  function* each<Value>(
    atSeconds: number,
    period: RatePeriod,
    ofMarket: (reading: PriceReading, pool: MarketPool, begin: number) => Value,
    ofGlv: (reading: PriceReading, pool: GlvPool, begin: number) => Generator<YieldPoint, Value | undefined>,
    wanted?: string,
  ): Generator<OfEntity<Value> | YieldPoint> {
    if (!hasPrices(atSeconds)) return
    const reading = new PriceReading(atSeconds, beginOf(period, undefined, atSeconds), DAYS_BEFORE)
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
      const reading = new PriceReading(at, at, DAYS_BEFORE)
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
