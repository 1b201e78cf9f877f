// biome-ignore-all format: made by a program
// biome-ignore-all lint/style/noExcessiveLinesPerFile: made by a program
// Made by `npm run types:inputs` from the schema of catalogue files: not to be changed by hand.

/** A catalogue as an object, as types: what a catalogue file may say. */
import type { Duration, Percent } from '../scenario/input.js'

/** A new network, or changes to a known one. */
export interface NetworkInput {
  /** Chain id in signatures; required for a new network. */
  readonly chainId?: number
  /** Mean time between blocks; default: 1s. */
  readonly blockTime?: Duration
  /** Base addresses, primary first: names, or names with hosts of the live service; default: primary. */
  readonly bases?: readonly string[] | Readonly<Record<string, string>>
  /** Removes it from the catalogue. */
  readonly remove?: true
}

/** A new token, or changes to a known one. */
export interface TokenInput {
  /** Symbol of a new or known token. */
  readonly symbol: string
  /** Required for a new token. */
  readonly address?: string
  /** Required for a new token. */
  readonly decimals?: number
  /** Price level in USD. */
  readonly price?: number
  /** Annual volatility; default: 80%, 1% for a stable token. */
  readonly volatility?: Percent
  /** Typical distance from min to max price; default: 0.05%. */
  readonly spread?: Percent
  /** Token or asset that it tracks exactly, at the ratio of their prices. */
  readonly follows?: string
  /** Pegged to its price. */
  readonly stable?: boolean
  /** Group of assets that it correlates with; default: altcoin. */
  readonly kind?: string
  /** Asset that determines its price; default without a price: the asset of its symbol. */
  readonly asset?: string
  /** Decimals of the smallest price step in USD; default: about seven significant digits. */
  readonly priceDecimals?: number
  /** Not held on chain. */
  readonly synthetic?: boolean
  /** Has a ticker; default: true. */
  readonly priced?: boolean
  /** Token that follows it in the list; default: position unchanged, or the end. */
  readonly before?: string
  /** Removes it from the catalogue. */
  readonly remove?: true
}

/** A new market, or changes to a known one. */
export interface MarketInput {
  /** Symbol or address; absent for a swap-only market. */
  readonly indexToken?: string
  /** Symbol or address. */
  readonly longToken?: string
  /** Symbol or address. */
  readonly shortToken?: string
  /** Address of the market token; default: derived from the three tokens. */
  readonly marketToken?: string
  /** Default: such as ETH/USD [ETH-USDC]. */
  readonly name?: string
  /** Default: true. */
  readonly isListed?: boolean
  /** A day; default: unknown. */
  readonly listingDate?: string
  /** MarketToken of the market that follows it in the list; default: position unchanged, or the end. */
  readonly before?: string
  /** Removes it from the catalogue. */
  readonly remove?: true
}

/** Tokens and markets of a network. */
export interface NetworkListsInput {
  /** Tokens to add, change or remove. */
  readonly tokens?: readonly TokenInput[]
  /** Markets to add, change or remove. */
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
