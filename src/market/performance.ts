/**
 * What came of a token of a pool: the pool's value per token at both ends of a period, with the fees in between, beside what came of
 * its long token, its short token, and a constant-product pool of the two, as Uniswap v2 has.
 */
import { ln } from '../core/real.js'
import type { Pause, Performance } from './liquidity-state.js'
import { type GlvPool, type MarketPool, ofConstantProduct, type Pair, valueOfMarket } from './pools.js'
import type { PricedAsset, Reading } from './reading.js'
import { annualized, yieldOfGlv, yieldOfMarket } from './yields.js'

export function performanceOfMarket(reading: Reading, pool: MarketPool, begin: number): Performance {
  const growth = growthOf(reading, pool, begin)
  return against(reading, pool, growth, yieldOfMarket(reading, pool, begin), begin)
}

/** None for a GLV that holds nothing. */
export function* performanceOfGlv(
  reading: Reading,
  pool: GlvPool,
  begin: number,
): Generator<Pause, Performance | undefined> {
  const [first] = pool.held
  if (first === undefined) return undefined
  // All of its markets have its two tokens, so a token of any is worth the same.
  const growth = growthOf(reading, first.pool, begin)
  return against(reading, first.pool, growth, yield* yieldOfGlv(reading, pool, begin), begin)
}

function growthOf(reading: Reading, pair: Pair, begin: number): number {
  const valueAt = (at: number) => valueOfMarket(pair, at, reading.relative)
  return ln(valueAt(reading.atSeconds) / valueAt(begin))
}

/** `growth` is the logarithm of that of the value per token, `yearly` what fees come to in a year. */
function against(
  reading: Reading,
  { long, short }: Pair,
  growth: number,
  yearly: number,
  begin: number,
): Performance {
  const grown = (asset: PricedAsset) =>
    ln(reading.relative(asset, reading.atSeconds) / reading.relative(asset, begin))
  const [ofLong, ofShort] = [grown(long), grown(short)]
  const beside = (other: number) => (1 + annualized(reading, growth - other, begin)) * (1 + yearly) - 1
  return {
    longToken: beside(ofLong),
    shortToken: beside(ofShort),
    uniswapV2: beside(ofConstantProduct(ofLong, ofShort)),
  }
}
