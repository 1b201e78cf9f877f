/** What pools are worth: that of a market by its tokens, that of a GLV by the market tokens that it holds. */
import type { Glv, Market } from '../catalogue/types.js'
import { SlowNoise } from '../core/noise.js'
import { keyOf } from '../core/random.js'
import type { InterestProcess } from './interest.js'
import type { Worth } from './liquidity-state.js'
import type { PricedAsset, Relative } from './reading.js'

/** What is in a pool. */
export interface Pair {
  readonly long: PricedAsset
  readonly short: PricedAsset
}

/** A market and what moves it. */
export interface MarketPool extends Pair {
  readonly market: Market
  readonly process: InterestProcess
  readonly index: PricedAsset
}

export interface GlvPool {
  readonly glv: Glv
  readonly held: readonly Holding[]
}

/** A GLV's part of one market. */
export interface Holding {
  readonly pool: MarketPool
  readonly part: SlowNoise
}

/** The part of a market's tokens that a GLV holds. */
const PART = { least: 0.02, range: 0.16 }

export function createGlvPool(
  seed: string,
  network: string,
  glv: Glv,
  poolOf: (market: Market) => MarketPool,
): GlvPool {
  const held = glv.markets.map((market) => {
    const key = keyOf(seed, 'glv', network, glv.glvToken, market.marketToken)
    return { pool: poolOf(market), part: new SlowNoise(key, 0) }
  })
  return { glv, held }
}

/**
 * What a market token is worth, in USD: half a dollar of each of its two tokens at the catalogue's prices. So it follows
 * prices alone, however what is in the pool is split.
 */
export function valueOfMarket({ long, short }: Pair, at: number, relative: Relative): number {
  return (relative(long, at) + relative(short, at)) / 2
}

/** There are as many market tokens as make the pool's value, rounded to whole millionths. */
function worthOfMarket(pool: MarketPool, at: number, relative: Relative): Worth {
  const { process, long, short } = pool
  const tokens = process.tokensAt(at)
  const usd = tokens.long * relative(long, at) + tokens.short * relative(short, at)
  return { tokens: Math.round(usd / valueOfMarket(pool, at, relative)), usd }
}

/** Whole millionths of market tokens. */
export function worthOfHolding({ pool, part }: Holding, at: number, relative: Relative): Worth {
  const all = worthOfMarket(pool, at, relative)
  const tokens = Math.round(all.tokens * (PART.least + PART.range * part.at(at)))
  return { tokens, usd: tokens * valueOfMarket(pool, at, relative) }
}

export function sumOf(worths: readonly Worth[]): Worth {
  return worths.reduce((sum, { tokens, usd }) => ({ tokens: sum.tokens + tokens, usd: sum.usd + usd }), {
    tokens: 0,
    usd: 0,
  })
}

/** What is in a constant-product pool grows with the root of the product of both prices; all are logarithms. */
export function ofConstantProduct(long: number, short: number): number {
  return (long + short) / 2
}
