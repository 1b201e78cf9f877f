import { getOrCreate } from '../../kit/maps.js'
import type { CatalogueMarket, CatalogueToken, Network } from '../catalogue/types.js'
import { AssetState } from './asset-state.js'
import { InterestProcess } from './interest.js'
import { createGlvPool, type GlvPool, type MarketPool } from './pools.js'
import type { PricedAsset } from './price-reading.js'

export interface MemoisedPool extends MarketPool {
  readonly index: AssetState
  readonly long: AssetState
  readonly short: AssetState
}

export type Pools = ReturnType<typeof createPools>

/** Measured memory cost in bytes: noises of a market, days and hours of an asset, a GLV's holding. */
const MARKET_BYTES = 4000
const ASSET_BYTES = 2500
const HOLDING_BYTES = 1000

/** `assetOf` must return the same object for the same name; memory growth is reported to `grow`. */
export function createPools(
  seed: string,
  network: Network,
  assetOf: (name: string) => PricedAsset,
  grow: (bytes: number) => void,
) {
  const assets = new Map<string, AssetState>()
  const stateOf = ({ asset }: CatalogueToken): AssetState =>
    getOrCreate(assets, asset, () => {
      grow(ASSET_BYTES)
      return new AssetState(assetOf(asset))
    })
  const pools = new Map<CatalogueMarket, MemoisedPool>()
  const poolOf = (market: CatalogueMarket): MemoisedPool =>
    getOrCreate(pools, market, () => {
      const process = new InterestProcess(seed, network.name, market)
      const [long, short, index] = [market.long, market.short, market.index ?? market.long].map(stateOf)
      grow(MARKET_BYTES)
      return { market, process, index, long, short }
    })
  let glvs: readonly GlvPool[] | undefined
  return {
    of: poolOf,
    glvs(): readonly GlvPool[] {
      if (glvs !== undefined) return glvs
      glvs = network.glvs.map((glv) => createGlvPool(seed, network.name, glv, poolOf))
      grow(HOLDING_BYTES * glvs.reduce((sum, { held }) => sum + held.length, 0))
      return glvs
    },
  }
}
