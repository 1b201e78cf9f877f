/** Daily performances: from the oldest midnight of a period to each later one, not annualised. */
import { exp, ln } from '../../kit/numbers/log-exp.js'
import { DAY_SECONDS } from '../price/periods.js'
import { feesOfDays } from './fees.js'
import type { ExcessReturn, YieldPoint } from './liquidity-state.js'
import {
  type GlvPool,
  type MarketPool,
  ofConstantProduct,
  type Pair,
  valueOfMarket,
  worthOfHolding,
} from './pools.js'
import { dayOf, type PriceReading } from './price-reading.js'

export function snapshotsOfMarket(reading: PriceReading, pool: MarketPool, begin: number): ExcessReturn[] {
  const midnights = midnightsSince(reading, begin)
  const fees = feesOfDays(reading, pool).subarray(-midnights.length)
  return toSnapshots(reading, pool, midnights, fees)
}

export function* snapshotsOfGlv(
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
  const first = dayOf(begin)
  return Array.from({ length: dayOf(atSeconds) - first + 1 }, (_, n) => (first + n) * DAY_SECONDS)
}

/** `fees` are those of the days that begin at the midnights. */
function toSnapshots(reading: PriceReading, pair: Pair, midnights: readonly number[], fees: Float64Array) {
  const [begin] = midnights
  const grown = (asset: Pair['long'], at: number) =>
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
