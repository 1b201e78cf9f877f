import { getOrCreate } from '../../kit/maps.js'
import { documentedNetwork, listedNetwork } from '../catalogue/composition.js'
import type { Asset, Catalogue, CatalogueToken, Network, TokenListing } from '../catalogue/types.js'
import type { Reorg } from '../oracle/chain.js'
import { createPriceModel } from '../price/asset-model.js'
import { createAssetPrices } from '../price/candles.js'
import { createTargets } from '../price/event-path.js'
import { withEvents } from '../price/events.js'
import { KernelOwner, TOOLS } from '../price/kernel-owner.js'
import { withPath } from '../price/path-source.js'
import type { AssetPrices, PriceSource } from '../price/prices.js'
import { createSeededSources } from '../price/seeded-source.js'
import { type Account, createWorld, isListedAt, type WorldOptions } from './create-world.js'
import { type MarketEvents, NO_EVENTS } from './market-events.js'
import type { HeldWorlds, World, WorldOf } from './types.js'

export interface WorldsOptions extends WorldOptions {
  readonly events?: MarketEvents
}

/** Measured memory cost in bytes: prices of an asset, a network's world, and the spread of each of its tokens. */
const PRICES_BYTES = 14_000
const WORLD_BYTES = 4000
const SPREAD_BYTES = 650

/** Creates the worlds of one seed. They share their assets' prices. */
export function createWorlds(
  options: WorldsOptions,
  account: Account = { owner: TOOLS, grow() {} },
): WorldOf {
  const { grow, owner } = account
  const { seed, catalogue, events = NO_EVENTS } = options
  const prices = new Map<string, AssetPrices>()
  const lay = (asset: Asset, seeded: PriceSource): PriceSource => {
    const path = events.paths.get(asset.name)
    if (path === undefined) return seeded
    grow(PRICES_BYTES)
    return withPath(seeded, createPriceModel(seed, asset), path, grow)
  }
  const movedOf = (name: string): PriceSource => {
    const moves = eventsOf(name)
    return moves.length === 0 ? sourceOf(name) : withEvents(sourceOf(name), moves)
  }
  const sourceOf = createSeededSources(seed, catalogue.assets, owner, lay, ({ name }, leader) =>
    // A pool that an event moves itself does not move with its tokens, or `*` would move it twice.
    events.prices.has(name) ? undefined : movedOf(leader),
  )
  const eventsOf = createTargets((name) => events.prices.get(name) ?? [], sourceOf)
  const pricesOf = ({ name }: Asset, listing?: TokenListing): AssetPrices =>
    getOrCreate(prices, listing === undefined ? name : `${name} ${JSON.stringify(listing)}`, () => {
      grow(PRICES_BYTES)
      return createAssetPrices(movedOf(name), listing)
    })
  const worlds = new Map<string, World>()
  const listingOf = (token: CatalogueToken) => events.listings?.get(token) ?? token.listing
  const newWorld = (network: Network, reorgs: readonly Reorg[], isFine: boolean): World => {
    const limited = network.tokens.filter((token) => listingOf(token) !== undefined)
    const parts = new Map<string, World>()
    const create = (network: Network): World => {
      grow(WORLD_BYTES + network.tokens.length * SPREAD_BYTES)
      return createWorld(options, network, reorgs, pricesOf, listingOf, at, account, isFine)
    }
    const at = (atSeconds: number): World => {
      const missing = limited.filter((token) => !isListedAt(listingOf(token), atSeconds))
      if (missing.length === 0) return whole
      const key = missing.map(({ address }) => address).join()
      return getOrCreate(parts, key, () =>
        create(listedNetwork(network, (token) => !missing.includes(token))),
      )
    }
    const whole = create(network)
    return whole
  }
  return (name, base = 'primary', view) => {
    const reorgs = events.reorgs.filter(
      ({ networks, bases }) => (networks?.includes(name) ?? true) && (bases?.includes(base) ?? true),
    )
    const whole = catalogue.networks[name]
    const network = view === 'documented' ? documentedNetwork(whole) : whole
    const place = reorgs.length === 0 ? name : `${name} ${base}`
    const seen = network === whole && view !== 'observed' ? place : `${place} ${view}`
    return getOrCreate(worlds, seen, () => newWorld(network, reorgs, view === 'observed'))
  }
}

/** Memory budget of all worlds of a server, without finished answers. */
export const MAX_WORLDS_BYTES = 32 << 20

/**
 * Creates worlds by seed. Those of the common catalogue without events are shared by all sessions, and stay for later ones, as
 * tests reuse their seeds. All simulators of a process share the budget, also those that nobody stops, such as mounted apps; holding
 * worlds pins no memory.
 */
export function createWorldsBySeed(
  common: Omit<WorldsOptions, 'seed' | 'events'>,
  pool = WORLDS,
): (seed: string, events: MarketEvents, catalogue?: Catalogue) => HeldWorlds {
  const simulator = ++simulators
  return (seed, events, catalogue = common.catalogue) => {
    const { paths, prices, reorgs, listings } = events
    const nothingHappens = paths.size + prices.size + reorgs.length + (listings?.size ?? 0) === 0
    const isQuiet = nothingHappens && catalogue === common.catalogue
    const key = isQuiet ? `${simulator} ${seed}` : {}
    const make = (account: Account) => createWorlds({ ...common, catalogue, seed, events }, account)
    let late: WorldOf | undefined
    return {
      worldOf: (...place) => (late ?? pool.get(key, make))(...place),
      release: () => {
        if (isQuiet) return
        pool.forget(key)
        const owner = new KernelOwner()
        owner.release()
        late = make({ owner, grow() {} })
      },
    }
  }
}

interface Entry<Worlds> {
  readonly worlds: Worlds
  readonly owner: KernelOwner
  bytes: number
}

const EMPTY_BYTES = 2000

/**
 * LRU pool of worlds with one memory budget: the only owner of what they open in the kernel, which eviction frees at once. Worlds hold
 * only what they can recompute, so eviction changes no answer, not even one in progress.
 */
export function createPool<Worlds>(maxBytes: number) {
  /** Most recently used last. */
  const entries = new Map<unknown, Entry<Worlds>>()
  let heldBytes = 0
  let newest: unknown

  const forget = (key: unknown): void => {
    const old = entries.get(key)
    if (old === undefined) return
    entries.delete(key)
    old.owner.release()
    heldBytes -= old.bytes
    if (newest === key) newest = undefined
  }
  const evict = (): void => {
    for (const key of entries.keys()) {
      if (heldBytes <= maxBytes || key === newest) return
      forget(key)
    }
  }
  const add = (make: (account: Account) => Worlds): Entry<Worlds> => {
    const owner = new KernelOwner()
    const grow = (bytes: number): void => {
      // Work in progress on evicted worlds counts for nothing.
      if (owner.isReleased) return
      entry.bytes += bytes
      heldBytes += bytes
      evict()
    }
    const entry = { owner, worlds: make({ owner, grow }), bytes: EMPTY_BYTES }
    heldBytes += EMPTY_BYTES
    return entry
  }
  return {
    get(key: unknown, make: (account: Account) => Worlds): Worlds {
      const known = entries.get(key)
      if (known !== undefined && newest === key) return known.worlds
      const entry = known ?? add(make)
      entries.delete(key)
      entries.set(key, entry)
      newest = key
      evict()
      return entry.worlds
    },
    forget,
    clear(): void {
      for (const key of entries.keys()) forget(key)
    },
    /** Approximate. */
    get heldBytes() {
      return heldBytes
    },
  }
}

/** The worlds of this process. */
export const WORLDS = createPool<WorldOf>(MAX_WORLDS_BYTES)

/** Of this process, so far. */
let simulators = 0
