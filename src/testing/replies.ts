/** The replies of the documented dialect, as types. */
import type { NetworkName } from '../catalogue/networks.js'
import type { Period } from '../price/periods.js'

/** Digits: USD x 10^(30 - tokenDecimals - oracleDecimals). */
type PriceString = string

export interface Ticker {
  readonly tokenSymbol: string
  readonly tokenAddress: string
  readonly minPrice: PriceString
  readonly maxPrice: PriceString
  readonly medianPrice: PriceString
  readonly oracleDecimals: number
  /** Unix seconds. */
  readonly updatedAt: number
}

export interface SignedPrice {
  readonly tokenSymbol: string
  readonly tokenAddress: string
  readonly minPrice: PriceString
  readonly maxPrice: PriceString
  readonly medianPrice: PriceString
  readonly oracleDecimals: number
  readonly signer: string
  readonly signature: string
  readonly signatureWithoutBlockHash: string
  readonly tokenOracleType: number
  readonly salt: string
  readonly minBlockNumber: number
  readonly minBlockTimestamp: number
  readonly minBlockHash: string
  readonly maxBlockNumber: number
  readonly maxBlockTimestamp: number
  readonly maxBlockHash: string
  /** Unix seconds, with a fraction. */
  readonly createdAt: number
}

/** Unix seconds of the start, open, high, low, close. */
export type Candle = readonly [timestamp: number, open: number, high: number, low: number, close: number]

export interface Token {
  readonly symbol: string
  readonly address: string
  readonly decimals: number
  readonly synthetic?: true
}

export interface Market {
  readonly name: string
  readonly marketToken: string
  readonly indexToken: string
  readonly longToken: string
  readonly shortToken: string
  readonly isListed: boolean
  readonly listingDate?: string
}

type Sides<Name extends string> = { readonly [K in `${Name}${'Long' | 'Short'}`]: string }

/** Digits, perhaps with a minus: USD and yearly fractions x 10^30, amounts in the token's own units. */
export type MarketInfo = Market & { readonly isDisabled: boolean } & Sides<
    'openInterest' | 'availableLiquidity' | 'poolAmount' | 'fundingRate' | 'borrowingRate' | 'netRate'
  >

export interface MarketRates {
  readonly marketAddress: string
  readonly ratesSnapshots: readonly (Sides<'netRate' | 'fundingRate' | 'borrowingRate'> & {
    readonly timestamp: number
  })[]
}

/** What each endpoint says, and what it may be asked. */
export interface Replies {
  readonly ping: { readonly reply: { readonly ok: true }; readonly query: undefined }
  readonly tickers: { readonly reply: readonly Ticker[]; readonly query: undefined }
  readonly 'signed-prices': {
    readonly reply: { readonly signedPrices: readonly SignedPrice[] }
    readonly query: undefined
  }
  readonly candles: {
    readonly reply: { readonly period: Period; readonly candles: readonly Candle[] }
    readonly query: { readonly tokenSymbol: string; readonly period: Period; readonly limit?: number }
  }
  readonly tokens: { readonly reply: { readonly tokens: readonly Token[] }; readonly query: undefined }
  readonly markets: { readonly reply: { readonly markets: readonly Market[] }; readonly query: undefined }
  readonly 'markets-info': {
    readonly reply: { readonly markets: readonly MarketInfo[] }
    readonly query: undefined
  }
  readonly rates: {
    readonly reply: readonly MarketRates[]
    readonly query:
      | {
          readonly period?: '1d' | '7d' | '30d' | '90d' | '180d' | '1y' | 'total'
          readonly averageBy?: '1d' | '7d' | '30d'
          readonly address?: string
        }
      | undefined
  }
}

/** `ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '15m' })` */
export type Ask = <Id extends keyof Replies>(
  network: NetworkName,
  endpoint: Id,
  ...query: undefined extends Replies[Id]['query']
    ? [query?: Replies[Id]['query']]
    : [query: Replies[Id]['query']]
) => Promise<Replies[Id]['reply']>
