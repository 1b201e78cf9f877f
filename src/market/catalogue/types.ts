/** The catalogue, with wire names where they exist. `schema.ts` describes its written form. */
import type { Hex } from '../../kit/numbers/hex.js'
import type { Bases, LiveHosts } from './bases.js'
import type { NetworkName } from './names.js'

/** Index token of swap-only markets. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

export interface Catalogue {
  /** By name. Tokens of several networks may share an asset, and so a price. */
  readonly assets: ReadonlyMap<string, Asset>
  /** Kinds of assets by name. */
  readonly kinds: ReadonlyMap<string, Kind>
  /** By name, in listing order. */
  readonly networks: Readonly<Record<string, Network>>
  readonly bases: Bases
}

/** Around the clock, or closed from Friday to Sunday evening. */
export type TradingHours = 'always' | 'weekdays'

/** Shared facts of a kind of assets. */
export interface Kind {
  /** Correlations of a day's log-return with common factors, by the factor's name; their squares sum up to less than 1. */
  readonly loadings: Readonly<Record<string, number>>
  readonly hours: TradingHours
  /** Size of sudden rises of one asset alone, relative to common crises; negative for falls. */
  readonly jumps: number
}

/** A price process. */
export interface Asset extends Kind {
  readonly name: string
  /** The level around which the price moves, in USD. */
  readonly priceUsd: number
  /** A price quantum is 10^-priceDecimals USD. */
  readonly priceDecimals: number
  /** `priceUsd` in quanta, exactly: an integer. */
  readonly baseQuanta: number
  /** Standard deviation of a year's log-return: 1 is 100 %. */
  readonly annualVolatility: number
  /** Stays near `priceUsd`. */
  readonly stable: boolean
  /** Name of the asset it follows, at the ratio of their `priceUsd`; that one follows none. */
  readonly follows: string | undefined
  readonly pair: Following
}

/** How an asset follows another one; by default exactly. */
export interface Following {
  /** Part of the price that follows, as of a pool; the remainder is constant. */
  readonly share?: number
  /** The asset whose basis it shares; by default it has its own. */
  readonly basisOf?: string
  /** Standard deviation of the basis around the ratio, in 1/10,000. */
  readonly basisBps?: number
  /** Logarithmic growth of the ratio, as of a staked asset. */
  readonly yearlyGrowth?: number
  /** Trades around the clock, also where its leader rests. */
  readonly aroundTheClock?: boolean
}

/** Feature flags of the web app, by name. */
export type Flags = Readonly<Record<string, boolean>>

export interface Network {
  readonly name: NetworkName
  readonly chainId: number
  /** Mean time between blocks. */
  readonly blockTimeSeconds: number
  /** Default signer of its prices. */
  readonly signer: Signer
  /** In the service's listing order; likewise the markets. */
  readonly tokens: readonly CatalogueToken[]
  readonly markets: readonly CatalogueMarket[]
  readonly glvs: readonly CatalogueGlv[]
  readonly flags: Flags
}

export interface Signer {
  readonly privateKey: Hex
  /** The EIP-55 address of the key. */
  readonly address: Hex
}

/** Times between which a token has tickers, candles and markets; by default always. */
export interface TokenListing {
  readonly fromSeconds?: number
  readonly untilSeconds?: number
}

export interface CatalogueToken extends Required<Omit<TokenRecord, 'listing'>> {
  /** Of its asset. */
  readonly hours: TradingHours
  /** Undefined for a token that was always listed. */
  readonly listing?: TokenListing
  /** Of its asset, likewise `baseQuanta` and `stable`. */
  readonly priceDecimals: number
  readonly baseQuanta: number
  readonly stable: boolean
  /** Zeros that a full price string has in addition to a compacted one: 30 - decimals - priceDecimals. */
  readonly oracleDecimals: number
}

interface Listing {
  readonly isListed: boolean
  /** Midnight UTC in ISO 8601 with milliseconds; undefined if unknown. */
  readonly listingDate: string | undefined
  /** The same in Unix seconds. */
  readonly listedAtSeconds: number | undefined
}

export interface CatalogueMarket extends Omit<MarketRecord, keyof Listing>, Listing {
  /** Tokens of the three addresses; undefined for swap-only markets. */
  readonly index: CatalogueToken | undefined
  readonly long: CatalogueToken
  readonly short: CatalogueToken
  /** Its name in the second generation. */
  readonly sdkName: string
  /** The asset of its index token in the second generation. */
  readonly baseSymbol: string | undefined
}

/** A GMX liquidity vault, which holds market tokens. */
export interface CatalogueGlv extends Omit<GlvRecord, keyof Listing>, Listing {
  /** Those of the network's markets with these two tokens and an index token that it holds. */
  readonly markets: readonly CatalogueMarket[]
  /** Factor of its usual holdings. */
  readonly holdings: number
}

/** Records of the fixture files. The compiler checks the files against these shapes; a test checks ranges and references. */
export interface AssetRecord {
  readonly priceUsd: number
  readonly priceDecimals: number
  readonly annualVolatility: number
  readonly stable?: boolean
  readonly kind?: string
  /** Drives its price; `stable`, `kind` and volatility are those of that asset. */
  readonly follows?: string
  readonly pair?: Following
}

export interface NetworkRecord {
  readonly chainId: number
  readonly blockTimeSeconds: number
  readonly signer: Signer
  /** By name, with its live hosts if the live service has it. */
  readonly bases: Readonly<Record<string, LiveHosts>>
  readonly flags?: Flags
}

export interface TokenRecord {
  readonly symbol: string
  /** Name of its asset. */
  readonly asset: string
  readonly address: string
  readonly decimals: number
  readonly synthetic?: boolean
  /** False if listed without a ticker. */
  readonly priced?: boolean
  /** Listed after the service was documented: absent from the documented dialect of the first generation. */
  readonly isRecent?: boolean
  /** Typical (max - min) / median price, in 1/10,000. */
  readonly spreadBps: number
  /**
   * Key of its random draws on the network: its position among the built-in priced tokens; higher for all others. So a token's spread
   * does not depend on the other tokens.
   */
  readonly drawIndex?: number
  readonly listing?: TokenListing
}

interface Listed {
  readonly name: string
  readonly longToken: string
  readonly shortToken: string
  readonly isListed?: boolean
  readonly listingDate?: string
}

export interface MarketRecord extends Listed {
  readonly isRecent?: boolean
  readonly marketToken: string
  /** `ZERO_ADDRESS` for swap-only markets. */
  readonly indexToken: string
}

/** Its markets share its tokens, which need not be listed if it has no markets. */
export interface GlvRecord extends Listed {
  /** What it holds today, which the documented dialect of the first generation leaves out: the markets listed first, and a factor. */
  readonly today?: { readonly markets?: number; readonly holdings: number }
  readonly glvToken: string
}

/** Records by network. */
type ByNetwork<Value> = Readonly<Record<string, Value>>

/** The part of the files that a network adds. */
export interface NetworkFiles {
  readonly assets: Readonly<Record<string, AssetRecord>>
  readonly networks: ByNetwork<NetworkRecord>
  readonly tokens: ByNetwork<readonly TokenRecord[]>
  readonly markets: ByNetwork<readonly MarketRecord[]>
  readonly glvs: ByNetwork<readonly GlvRecord[]>
}

export interface FixtureFiles extends NetworkFiles {
  readonly kinds: Readonly<Record<string, Kind>>
}
