import type { BaseName, NetworkName } from '../catalogue/names.js'
import type { CatalogueToken, TokenListing } from '../catalogue/types.js'
import type { Reorg } from '../oracle/chain.js'
import type { AssetEvent } from '../price/event-path.js'
import type { PricePath } from '../price/recorded.js'

export interface MarketEvents {
  /** By asset: prices in place of seeded ones. Followers of an asset use its path unless they have their own. */
  readonly paths: ReadonlyMap<string, PricePath>
  readonly prices: ReadonlyMap<string, readonly AssetEvent[]>
  readonly reorgs: readonly BaseReorg[]
  /** By token, in place of those of the catalogue. */
  readonly listings?: ReadonlyMap<CatalogueToken, TokenListing>
}

/** A reorganisation as seen by some base addresses; by all if none are named. */
export interface BaseReorg extends Reorg {
  readonly networks: readonly NetworkName[] | undefined
  readonly bases: readonly BaseName[] | undefined
}

export const NO_EVENTS: MarketEvents = { paths: new Map(), prices: new Map(), reorgs: [] }
