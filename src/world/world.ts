/**
 * One network as seen by one seed: every fact that an endpoint can tell, each a pure function of an instant. A world
 * remembers nothing but what it could compute again.
 */
import type { Network, Token } from '../catalogue/types.js'
import type { ByteCache } from '../core/byte-cache.js'
import type { Hex } from '../core/hex.js'
import type { Liquidity } from '../market/liquidity-state.js'
import type { Markets } from '../market/state.js'
import type { SignedPrice, SigningManner } from '../oracle/signed-price.js'
import type { AssetPrices, PriceFormat, Quote } from '../price/prices.js'

/** The prices of a token's asset, and what is kept of them. */
export interface TokenPrices {
  readonly prices: AssetPrices
  /** Decimals of their quanta. */
  readonly priceDecimals: number
  readonly kept: ByteCache
}

export interface World {
  readonly network: Network
  readonly markets: Markets
  readonly liquidity: Liquidity
  tokenBySymbol(symbol: string): Token | undefined
  /** Prices of all priced tokens in the order of the token list; none outside the range of time. In the world's own format unless told. */
  quotes(atSeconds: number, format?: PriceFormat): Quote[]
  /** The reports behind the same prices, in the same order. */
  reports(atSeconds: number): Hex[]
  /**
   * The same prices, each signed when it is its turn in the iteration; the block range ends at the newest block of that
   * second. Loads the signing code first.
   */
  signedPrices(atSeconds: number, manner?: SigningManner): Promise<Iterable<SignedPrice>>
  pricesOf(token: Token): TokenPrices
}
