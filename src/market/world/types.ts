/**
 * One network under one seed: every fact is a pure function of an instant, and memory only caches what can be
 * recomputed.
 */

import type { ByteCache } from '../../kit/byte-cache.js'
import type { Hex } from '../../kit/numbers/hex.js'
import type { BaseName, NetworkName } from '../catalogue/names.js'
import type { CatalogueToken, Network, TokenListing } from '../catalogue/types.js'
import type { Liquidity, Markets } from '../liquidity/state.js'
import type { OraclePrice, SigningManner } from '../oracle/signed-price.js'
import type { AssetPrices, PriceFormat, Quote } from '../price/prices.js'

export interface TokenPrices {
  readonly prices: AssetPrices
  readonly priceDecimals: number
  /** Undefined if it was always listed. */
  readonly listing?: TokenListing | undefined
  readonly kept: ByteCache
}

export interface World {
  readonly network: Network
  readonly markets: Markets
  readonly liquidity: Liquidity
  /** With the tokens and markets that are listed then: itself if all are. */
  at(atSeconds: number): World
  tokenBySymbol(symbol: string): CatalogueToken | undefined
  /**
   * Quotes of all priced tokens in list order, by default in the world's own format; none outside the range of time.
   */
  quotes(atSeconds: number, format?: PriceFormat): Quote[]
  reports(atSeconds: number): Hex[]
  /**
   * The same prices, each signed when the iteration reaches it; the block range ends at the newest block of that
   * second. Loads the signing code first.
   */
  signedPrices(atSeconds: number, manner?: SigningManner): Promise<Iterable<OraclePrice>>
  pricesOf(token: CatalogueToken): TokenPrices
}

/**
 * A network as replies of a dialect need it. `documented`: without tokens and markets listed after the service was documented;
 * `observed`: with digits of prices below the quantum. Default: all tokens and markets, prices in quanta.
 */
export type WorldView = 'documented' | 'observed'
export type WorldOf = (network: NetworkName, base?: BaseName, view?: WorldView) => World

export interface HeldWorlds {
  readonly worldOf: WorldOf
  /** Frees worlds that no other session can use. Requests in progress are still answered. */
  release(): void
}
