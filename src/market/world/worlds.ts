import { getOrCreate } from '../../kit/maps.js'
import type { Asset, Catalogue } from '../catalogue/types.js'
import { createPriceModel } from '../price/asset-model.js'
import { createAssetPrices } from '../price/candles.js'
import { withEvents } from '../price/events.js'
import { createPriceProcess } from '../price/load-kernel.js'
import { scaledSource, withPath } from '../price/path-source.js'
import type { AssetPrices, PriceSource } from '../price/prices.js'
import { createTargets } from '../price/targets.js'
import { createWorld, type WorldOptions } from './create-world.js'
import { type MarketEvents, NO_EVENTS } from './market-events.js'
import { createPool, type Grow } from './pool.js'
import type { HeldWorlds, World, WorldOf } from './types.js'

export interface WorldsOptions extends WorldOptions {
  readonly events?: MarketEvents
}

/** Measured memory cost in bytes: prices of an asset, a network's world, and the spread of each of its tokens. */
const PRICES_BYTES = 14_000
const WORLD_BYTES = 4000
const SPREAD_BYTES = 650

/** Creates the worlds of one seed. They share their assets' prices; memory growth is reported to `grow`. */
export function createWorlds(options: WorldsOptions, grow: Grow = () => {}): WorldOf {
  const { seed, catalogue, events = NO_EVENTS } = options
  const prices = new Map<string, AssetPrices>()
  const sources = new Map<string, PriceSource>()
  const sourceOf = (name: string): PriceSource =>
    getOrCreate(sources, name, () => newSource(catalogue.assets.get(name) as Asset))
  const newSource = (asset: Asset): PriceSource => {
    const { name, follows, baseQuanta } = asset
    const path = events.paths.get(name)
    if (path !== undefined) {
      const seeded = createPriceProcess(seed, asset)
      grow(PRICES_BYTES)
      return withPath(seeded, createPriceModel(seed, asset), path, grow)
    }
    if (follows === undefined || !events.paths.has(follows)) return createPriceProcess(seed, asset)
    const leader = catalogue.assets.get(follows) as Asset
    return scaledSource(sourceOf(follows), baseQuanta / leader.baseQuanta)
  }
  const eventsOf = createTargets((name) => events.prices.get(name) ?? [], sourceOf)
  const pricesOf = ({ name }: Asset): AssetPrices =>
    getOrCreate(prices, name, () => {
      const source = sourceOf(name)
      const moves = eventsOf(name)
      grow(PRICES_BYTES)
      return createAssetPrices(moves.length === 0 ? source : withEvents(source, moves))
    })
  const worlds = new Map<string, World>()
  return (name, base = 'primary') => {
    const reorgs = events.reorgs.filter(
      ({ networks, bases }) => (networks?.includes(name) ?? true) && (bases?.includes(base) ?? true),
    )
    const key = reorgs.length === 0 ? name : `${name} ${base}`
    return getOrCreate(worlds, key, () => {
      const network = catalogue.networks[name]
      grow(WORLD_BYTES + network.tokens.length * SPREAD_BYTES)
      return createWorld(options, network, reorgs, pricesOf, grow)
    })
  }
}

/** Memory budget of all worlds of a server, without finished answers. */
export const MAX_WORLDS_BYTES = 32 << 20
/** Seeds kept after their last session has ended: tests reuse theirs. */
const MAX_IDLE_SEEDS = 16

/**
 * Creates worlds by seed. Those of the common catalogue without events are shared by all sessions. All of them share
 * a budget of `maxBytes`; holding worlds pins no memory.
 */
export function createWorldsBySeed(
  common: Omit<WorldsOptions, 'seed' | 'events'>,
  maxBytes = MAX_WORLDS_BYTES,
): (seed: string, events: MarketEvents, catalogue?: Catalogue) => HeldWorlds {
  const pool = createPool<WorldOf>(maxBytes)
  /** Sessions per seed; `idle` has the unused seeds in the order of their release. */
  const holders = new Map<string, number>()
  const idle = new Set<string>()
  const hold = (seed: string): void => {
    idle.delete(seed)
    holders.set(seed, (holders.get(seed) ?? 0) + 1)
  }
  const letGo = (seed: string): void => {
    const left = (holders.get(seed) ?? 1) - 1
    if (left > 0) return void holders.set(seed, left)
    holders.delete(seed)
    idle.add(seed)
    const [oldest] = idle
    if (idle.size <= MAX_IDLE_SEEDS) return
    idle.delete(oldest)
    pool.forget(oldest)
  }
  return (seed, events, catalogue = common.catalogue) => {
    const { paths, prices, reorgs } = events
    const nothingHappens = paths.size === 0 && prices.size === 0 && reorgs.length === 0
    const isQuiet = nothingHappens && catalogue === common.catalogue
    const key = isQuiet ? seed : {}
    const make = (grow: Grow) => createWorlds({ ...common, catalogue, seed, events }, grow)
    if (isQuiet) hold(seed)
    let isHeld = true
    return {
      worldOf: (network, base) => pool.get(key, make)(network, base),
      letGo() {
        if (!isHeld) return
        isHeld = false
        if (isQuiet) letGo(seed)
        else pool.forget(key)
      },
    }
  }
}
