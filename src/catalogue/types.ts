/** What the catalogue holds, with names as on the wire where the wire has one. `schema.ts` is how it is written down. */
import type { Hex } from '../core/hex.js'
import type { Bases, NetworkName } from './bases.js'

/** The index token of a market that has none: one for swaps only. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

export interface Catalogue {
  /** By name. Tokens of several networks may share one asset, and so one price. */
  readonly assets: ReadonlyMap<string, Asset>
  /** Kinds of assets by name. */
  readonly kinds: ReadonlyMap<string, Kind>
  /** By name, in the order in which they are listed. */
  readonly networks: Readonly<Record<string, Network>>
  readonly bases: Bases
}

export const TRADING_HOURS = ['always', 'weekdays'] as const
/** Around the clock, or not from Friday to Sunday evening. */
export type TradingHours = (typeof TRADING_HOURS)[number]

/** What assets of a kind have in common. */
export interface Kind {
  /** Correlations of a day's log-return with common factors, by the factor's name; their squares sum up to less than 1. */
  readonly loadings: Readonly<Record<string, number>>
  readonly hours: TradingHours
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
  /** Name of the asset whose moves it makes, at the ratio of their `priceUsd`; that one follows none. */
  readonly follows: string | undefined
}

export interface Network {
  readonly name: NetworkName
  readonly chainId: number
  /** Mean time between blocks. */
  readonly blockTimeSeconds: number
  /** Who signs its prices where nobody brings a key. */
  readonly signer: Signer
  /** In the order in which the service lists them; so are the markets. */
  readonly tokens: readonly Token[]
  readonly markets: readonly Market[]
  readonly glvs: readonly Glv[]
}

export interface Signer {
  readonly privateKey: Hex
  /** The EIP-55 address of the key. */
  readonly address: Hex
}

export interface Token {
  readonly symbol: string
  /** Name of its asset. */
  readonly asset: string
  readonly address: string
  readonly decimals: number
  readonly synthetic: boolean
  /**
   * By which number chance is drawn for it on its network: its place among the built-in tokens that have a price, beyond
   * which the numbers of all others lie. So no token's spread depends on which others there are.
   */
  readonly drawIndex: number
  /** False for a token that is listed but has no ticker. */
  readonly priced: boolean
  /** Usual (max - min) / median price, in 1/10,000. */
  readonly spreadBps: number
  /** The asset's. */
  readonly priceDecimals: number
  /** How many more zeros a full price string has than a compacted one: 30 - decimals - priceDecimals. */
  readonly oracleDecimals: number
}

export interface Market {
  readonly name: string
  readonly marketToken: string
  /** `ZERO_ADDRESS` where the market is for swaps only. */
  readonly indexToken: string
  readonly longToken: string
  readonly shortToken: string
  readonly isListed: boolean
  /** Midnight UTC in ISO 8601 with milliseconds; undefined where not known. */
  readonly listingDate: string | undefined
  /** The same in Unix seconds. */
  readonly listedAtSeconds: number | undefined
  /** The tokens behind the three addresses; undefined where the market is for swaps only. */
  readonly index: Token | undefined
  readonly long: Token
  readonly short: Token
}

/** A vault that holds market tokens. */
export interface Glv {
  readonly name: string
  readonly glvToken: string
  /** Addresses that all markets of it have; they need not be of listed tokens where there are none. */
  readonly longToken: string
  readonly shortToken: string
  readonly isListed: boolean
  readonly listingDate: string | undefined
  readonly listedAtSeconds: number | undefined
  /** Those of the network that have these two tokens and an index token. */
  readonly markets: readonly Market[]
}
