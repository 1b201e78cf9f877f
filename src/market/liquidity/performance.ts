/**
 * Performance of a pool's token: growth of the pool's value per token plus fees, compared with holding its long
 * token, its short token, or a constant-product pool of both, as in Uniswap v2.
 */
import { ln } from '../../kit/numbers/log-exp.js'
import type { Performance, YieldPoint } from './liquidity-state.js'
import { type GlvPool, type MarketPool, ofConstantProduct, type Pair, valueOfMarket } from './pools.js'
import type { PricedAsset, PriceReading } from './price-reading.js'
import { annualized, yieldOfGlv, yieldOfMarket } from './yields.js'

export function performanceOfMarket(reading: PriceReading, pool: MarketPool, begin: number): Performance {
  const growth = growthOf(reading, pool, begin)
  return against(reading, pool, growth, yieldOfMarket(reading, pool, begin), begin)
}

export function* performanceOfGlv(
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
