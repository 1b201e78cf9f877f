/** Pools of markets and GLVs, and the recent swings of prices, which liquidate positions. */
import { getOrCreate, memoisedLatest } from '../../kit/maps.js'
import { keyOf } from '../../kit/random/random.js'
import { SlowNoise } from '../../kit/random/slow-noise.js'
import type { CatalogueGlv, CatalogueMarket, CatalogueToken, Network } from '../catalogue/types.js'
import { DAY_SECONDS } from '../price/periods.js'
import { FIRST_SECOND } from '../price/prices.js'
import { type Interest, InterestProcess } from './interest.js'
import { DAYS_BEFORE, dayNumberOf, type PricedAsset, type Relative } from './price-reading.js'
import { bySide, type Side, type TokenValue } from './state.js'
import { swingOn } from './swing.js'

export interface Pair {
  readonly long: PricedAsset
  readonly short: PricedAsset
}

export interface MarketPool extends Pair {
  readonly market: CatalogueMarket
  readonly process: InterestProcess
  readonly index: IndexAsset
}

export interface GlvPool {
  readonly glv: CatalogueGlv
  readonly held: readonly Holding[]
}

export interface Holding {
  readonly pool: MarketPool
  readonly part: SlowNoise
  readonly factor: number
}

export type Pools = ReturnType<typeof createPools>

/** Measured memory cost in bytes: noises of a market, days of an asset, a GLV's holding. */
const MARKET_BYTES = 4000
const ASSET_BYTES = 1500
const HOLDING_BYTES = 1000

/** `assetOf` must return the same object for the same name; memory growth is reported to `grow`. */
export function createPools(
  seed: string,
  network: Network,
  assetOf: (name: string) => PricedAsset,
  grow: (bytes: number) => void,
) {
  const assets = new Map<string, IndexAsset>()
  const stateOf = ({ asset }: CatalogueToken): IndexAsset =>
    getOrCreate(assets, asset, () => {
      grow(ASSET_BYTES)
      return createIndexAsset(assetOf(asset))
    })
  const pools = new Map<CatalogueMarket, MarketPool>()
  const poolOf = (market: CatalogueMarket): MarketPool =>
    getOrCreate(pools, market, () => {
      const process = new InterestProcess(seed, network.name, market)
      const [long, short, index] = [market.long, market.short, market.index ?? market.long].map(stateOf)
      grow(MARKET_BYTES)
      return { market, process, index, long, short }
    })
  const holdingOf = (glv: CatalogueGlv, market: CatalogueMarket): Holding => {
    grow(HOLDING_BYTES)
    const key = keyOf(seed, 'glv', network.name, glv.glvToken, market.marketToken)
    return { pool: poolOf(market), part: new SlowNoise(key, 0), factor: glv.holdings }
  }
  let glvs: readonly GlvPool[] | undefined
  return {
    of: poolOf,
    glvs(): readonly GlvPool[] {
      glvs ??= network.glvs.map((glv) => ({
        glv,
        held: glv.markets.map((market) => holdingOf(glv, market)),
      }))
      return glvs
    },
  }
}

export function interestAt({ process, long, short, index }: MarketPool, atSeconds: number): Interest {
  // First: it reads earlier days too, among which the prices then find theirs.
  const swing = index.swingAt(atSeconds)
  const relative = ({ prices, baseQuanta }: PricedAsset) => (prices.tickAt(atSeconds) as number) / baseQuanta
  return process.series(atSeconds, 0, 1)(0, { swing, long: relative(long), short: relative(short) })
}

/** Mean entry of each side's positions over the price: of the price and the last openings, of which each side keeps its own part a day. */
export function entriesAt({ process, index }: MarketPool, atSeconds: number): Record<Side, number> {
  const prices = index.pricesUpTo(atSeconds)
  return bySide((side) => {
    const kept = process.keptADay[side]
    const entry = prices.reduce((mean, price) => kept * mean + (1 - kept) * price)
    return entry / prices[prices.length - 1]
  })
}

type IndexAsset = ReturnType<typeof createIndexAsset>

/** Remembers the days and the swing that were read last. */
function createIndexAsset({ baseQuanta, prices }: PricedAsset) {
  const daysUpTo = memoisedLatest((day: number) => {
    const before = Math.min(day - dayNumberOf(FIRST_SECOND), DAYS_BEFORE)
    return prices.finished('1d', { first: day - before, count: before + 1 })
  })
  const swingAt = memoisedLatest((atSeconds: number) => {
    const days = daysUpTo(dayNumberOf(atSeconds))
    const running = prices.candles('1d', atSeconds, 1)
    const extremes = { high: running.high[0], low: running.low[0] }
    return swingOn(days, days.count - 1, (atSeconds % DAY_SECONDS) / DAY_SECONDS, extremes)
  })
  /** Openings of the last days, and the price. */
  const pricesUpTo = memoisedLatest((atSeconds: number): readonly number[] => [
    ...daysUpTo(dayNumberOf(atSeconds)).open,
    prices.tickAt(atSeconds) as number,
  ])
  return { baseQuanta, prices, swingAt, pricesUpTo }
}

const PART = { least: 0.02, range: 0.16 }

/**
 * USD value of a market token: half a dollar of each of its two tokens at the catalogue's prices. It follows prices
 * alone, however the pool is split.
 */
export function valueOfMarket({ long, short }: Pair, at: number, relative: Relative): number {
  return (relative(long, at) + relative(short, at)) / 2
}

export function worthOfHolding({ pool, part, factor }: Holding, at: number, relative: Relative): TokenValue {
  const { process, long, short } = pool
  const own = process.tokensAt(at)
  const value = valueOfMarket(pool, at, relative)
  const ofMarket = Math.round((own.long * relative(long, at) + own.short * relative(short, at)) / value)
  const tokens = Math.round(ofMarket * (PART.least + PART.range * part.at(at)) * factor)
  return { tokens, usd: tokens * value }
}

/** Logarithmic growth of a constant-product pool: the root of the product of both prices. */
export function ofConstantProduct(long: number, short: number): number {
  return (long + short) / 2
}
