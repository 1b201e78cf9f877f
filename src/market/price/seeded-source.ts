/** Prices of a catalogue's assets under a seed: their own processes, those that follow others, and those that rest. */
import { getOrCreate } from '../../kit/maps.js'
import type { Asset } from '../catalogue/types.js'
import type { KernelOwner } from './kernel-owner.js'
import { createPriceProcess } from './load-kernel.js'
import { pairedSource } from './paired-source.js'
import type { PriceSource } from './prices.js'
import { restingSource } from './trading-hours.js'

/** `lay` lays given prices over an asset's; `inPool` returns the prices of a pool's token, with what happens to them. */
export function createSeededSources(
  seed: string,
  assets: ReadonlyMap<string, Asset>,
  owner?: KernelOwner,
  lay: (asset: Asset, source: PriceSource) => PriceSource = (_, source) => source,
  inPool?: (asset: Asset, leader: string) => PriceSource | undefined,
): (name: string) => PriceSource {
  const untiring = new Map<string, PriceSource>()
  const resting = new Map<string, PriceSource>()
  const processOf = (asset: Asset) => createPriceProcess(seed, asset, owner)
  /** Without rests: followers trade on. */
  const untiringOf = (name: string): PriceSource =>
    getOrCreate(untiring, name, () => {
      const asset = assets.get(name) as Asset
      return lay(asset, asset.follows === undefined ? processOf(asset) : follower(asset, asset.follows))
    })
  const follower = (asset: Asset, follows: string): PriceSource => {
    const leader = assets.get(follows) as Asset
    const moved = asset.pair.share === undefined ? undefined : inPool?.(asset, follows)
    const own = asset.hours === leader.hours ? undefined : processOf(asset)
    return pairedSource(seed, asset, leader, moved ?? untiringOf(follows), own)
  }
  return (name) =>
    getOrCreate(resting, name, () => {
      const source = untiringOf(name)
      return assets.get(name)?.hours === 'weekdays' ? restingSource(source) : source
    })
}
