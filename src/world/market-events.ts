/** What a scenario makes happen in the market and on chain. */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import type { Reorg } from '../oracle/chain.js'
import type { AssetEvent } from '../price/event-path.js'
import type { PricePath } from '../price/recorded.js'

export interface MarketEvents {
  /** By asset: the prices that it has instead of seeded ones. What follows an asset follows it there, unless it has its own. */
  readonly paths: ReadonlyMap<string, PricePath>
  /** By asset. */
  readonly prices: ReadonlyMap<string, readonly AssetEvent[]>
  readonly reorgs: readonly BaseReorg[]
}

/** A reorganisation as some base addresses see it, all where none are named. */
export interface BaseReorg extends Reorg {
  readonly networks?: readonly NetworkName[]
  readonly bases?: readonly BaseName[]
}

export const NO_EVENTS: MarketEvents = { paths: new Map(), prices: new Map(), reorgs: [] }
