import { keyOf } from '../../kit/random/random.js'
import { SlowNoise } from '../../kit/random/slow-noise.js'
import type { CatalogueGlv, CatalogueMarket } from '../catalogue/types.js'
import type { InterestProcess } from './interest.js'
import type { TokenValue } from './liquidity-state.js'
import type { PricedAsset, Relative } from './price-reading.js'

export interface Pair {
  readonly long: PricedAsset
  readonly short: PricedAsset
}

export interface MarketPool extends Pair {
  readonly market: CatalogueMarket
  readonly process: InterestProcess
  readonly index: PricedAsset
}

export interface GlvPool {
  readonly glv: CatalogueGlv
  readonly held: readonly Holding[]
}

export interface Holding {
  readonly pool: MarketPool
  readonly part: SlowNoise
}

const PART = { least: 0.02, range: 0.16 }

export function createGlvPool(
  seed: string,
  network: string,
  glv: CatalogueGlv,
  poolOf: (market: CatalogueMarket) => MarketPool,
): GlvPool {
  const held = glv.markets.map((market) => {
    const key = keyOf(seed, 'glv', network, glv.glvToken, market.marketToken)
    return { pool: poolOf(market), part: new SlowNoise(key, 0) }
  })
  return { glv, held }
}

/**
 * USD value of a market token: half a dollar of each of its two tokens at the catalogue's prices. It follows prices
 * alone, however the pool is split.
 */
export function valueOfMarket({ long, short }: Pair, at: number, relative: Relative): number {
  return (relative(long, at) + relative(short, at)) / 2
}

function worthOfMarket(pool: MarketPool, at: number, relative: Relative): TokenValue {
  const { process, long, short } = pool
  const tokens = process.tokensAt(at)
  const usd = tokens.long * relative(long, at) + tokens.short * relative(short, at)
  return { tokens: Math.round(usd / valueOfMarket(pool, at, relative)), usd }
}

export function worthOfHolding({ pool, part }: Holding, at: number, relative: Relative): TokenValue {
  const all = worthOfMarket(pool, at, relative)
  const tokens = Math.round(all.tokens * (PART.least + PART.range * part.at(at)))
  return { tokens, usd: tokens * valueOfMarket(pool, at, relative) }
}

export function sumOf(worths: readonly TokenValue[]): TokenValue {
  const add = (sum: TokenValue, { tokens, usd }: TokenValue) => ({
    tokens: sum.tokens + tokens,
    usd: sum.usd + usd,
  })
  return worths.reduce(add, { tokens: 0, usd: 0 })
}

/** Logarithmic growth of a constant-product pool: the root of the product of both prices. */
export function ofConstantProduct(long: number, short: number): number {
  return (long + short) / 2
}
