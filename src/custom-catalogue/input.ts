// biome-ignore-all format: made by a program
// biome-ignore-all lint/style/noExcessiveLinesPerFile: made by a program
// Made by `npm run types:inputs` from the schema of catalogue files: not to be changed by hand.

/** A catalogue as an object, as types: what a catalogue file may say. */
import type { Duration, Percent } from '../scenario/input.js'

/** A network: a new one, or what changes of a known one. */
export interface NetworkInput {
  /** Of which signatures are; needed for a new one. */
  readonly chainId?: number
  /** Mean time between blocks; 1s when left out. */
  readonly blockTime?: Duration
  /** Base addresses, primary first: their names, or the host at which the live service has each; primary when left out. */
  readonly bases?: readonly string[] | Readonly<Record<string, string>>
  /** Takes it out of the catalogue. */
  readonly remove?: true
}

/** A token: a new one, or what changes of a known one. */
export interface TokenInput {
  /** Which token: a new one, or what changes of a known one. */
  readonly symbol: string
  /** Needed for a new one. */
  readonly address?: string
  /** Needed for a new one. */
  readonly decimals?: number
  /** The level around which its price moves, in USD. */
  readonly price?: number
  /** Of a year: 80% when left out, 1% for one that is stable. */
  readonly volatility?: Percent
  /** Usual distance from min to max price; 0.05% when left out. */
  readonly spread?: Percent
  /** Moves exactly as that token or asset, at the ratio of their prices. */
  readonly follows?: string
  /** Stays near its price. */
  readonly stable?: boolean
  /** What it moves with: altcoin when left out. */
  readonly kind?: string
  /** The asset whose price it has; that of its symbol if neither price nor asset is given. */
  readonly asset?: string
  /** Decimals of the smallest price step in USD; some seven digits when left out. */
  readonly priceDecimals?: number
  /** Nothing is held on chain. */
  readonly synthetic?: boolean
  /** Has a ticker; true when left out. */
  readonly priced?: boolean
  /** The token in front of which it stands; where it was, or at the end, when left out. */
  readonly before?: string
  /** Takes it out of the catalogue. */
  readonly remove?: true
}

/** A market: a new one, or what changes of a known one. */
export interface MarketInput {
  /** Symbol or address; none for a market for swaps only. */
  readonly indexToken?: string
  /** Symbol or address. */
  readonly longToken?: string
  /** Symbol or address. */
  readonly shortToken?: string
  /** Its own address; one that follows from the three tokens when left out. */
  readonly marketToken?: string
  /** ETH/USD [ETH-USDC] and the like when left out. */
  readonly name?: string
  /** True when left out. */
  readonly isListed?: boolean
  /** A day; unknown by default. */
  readonly listingDate?: string
  /** MarketToken of the market in front of which it stands; where it was, or at the end, when left out. */
  readonly before?: string
  /** Takes it out of the catalogue. */
  readonly remove?: true
}

/** What a network has. */
export interface NetworkListsInput {
  /** Tokens that come, change or go. */
  readonly tokens?: readonly TokenInput[]
  /** Markets that come, change or go. */
  readonly markets?: readonly MarketInput[]
}

/** What is laid over the built-in catalogue: networks that come, change or go, and what each network has. */
export interface CatalogueInput {
  /** Where an editor finds the schema */
  readonly $schema?: string
  readonly networks?: Readonly<Record<string, NetworkInput>>
  readonly [network: string]: NetworkListsInput | Readonly<Record<string, NetworkInput>> | string | undefined
}

/** The path or URL of a file, the text of one (YAML or JSON), or a catalogue as an object. */
export type CatalogueSource = string | URL | CatalogueInput
