import { exp } from '../../kit/numbers/log-exp.js'
import { DAY_SECONDS } from '../price/periods.js'
import { feesSince } from './fees.js'
import type { YieldPoint } from './liquidity-state.js'
import { type GlvPool, type MarketPool, sumOf, worthOfHolding } from './pools.js'
import type { PriceReading } from './price-reading.js'
import { YEAR_SECONDS } from './rate-periods.js'

/** Fees stay in the pool and compound. */
export function yieldOfMarket(reading: PriceReading, pool: MarketPool, beginSeconds: number): number {
  return annualized(reading, feesSince(reading, pool, beginSeconds), beginSeconds)
}

/** Mean of its markets' yields, weighted by value; 0 for an empty GLV. */
export function* yieldOfGlv(
  reading: PriceReading,
  { held }: GlvPool,
  beginSeconds: number,
): Generator<YieldPoint, number> {
  const worths = held.map((holding) => worthOfHolding(holding, reading.atSeconds, reading.relative))
  const { usd: all } = sumOf(worths)
  let total = 0
  for (const [n, { pool }] of held.entries()) {
    total += (worths[n].usd / all) * yieldOfMarket(reading, pool, beginSeconds)
    yield
  }
  return total
}

/** Annual growth at the logarithmic rate since `beginSeconds`, less 1. */
export function annualized({ atSeconds }: PriceReading, growth: number, beginSeconds: number): number {
  const yearly = (growth * YEAR_SECONDS) / Math.max(atSeconds - beginSeconds, DAY_SECONDS)
  return exp(Math.min(Math.max(yearly, -MAX_GROWTH), MAX_GROWTH)) - 1
}

/** Keeps exp finite: prices of a scenario may reach beyond, markets do not. */
const MAX_GROWTH = 690
