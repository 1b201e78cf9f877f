/** What a scenario makes happen in the market and on chain. */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import type { Reorg } from '../oracle/chain.js'
import type { AssetEvent } from '../price/event-path.js'

export interface MarketEvents {
  /** By asset. */
  readonly prices: ReadonlyMap<string, readonly AssetEvent[]>
  readonly reorgs: readonly BaseReorg[]
}

/** A reorganisation as some base addresses see it, all where none are named. */
export interface BaseReorg extends Reorg {
  readonly networks?: readonly NetworkName[]
  readonly bases?: readonly BaseName[]
}

export const NO_EVENTS: MarketEvents = { prices: new Map(), reorgs: [] }
