// biome-ignore-all format: made by a program
// biome-ignore-all lint/style/noExcessiveLinesPerFile: made by a program
// Made by `npm run types:inputs` from the schemas of endpoints: not to be changed by hand.

/** The replies of the documented dialect, as types. */
import type { NetworkName } from '../catalogue/names.js'

export interface Ticker {
  readonly tokenSymbol: string
  readonly tokenAddress: string
  /** Digits: USD x 10^(30 - tokenDecimals - oracleDecimals). */
  readonly minPrice: string
  /** Digits: USD x 10^(30 - tokenDecimals - oracleDecimals). */
  readonly maxPrice: string
  /** Digits: USD x 10^(30 - tokenDecimals - oracleDecimals). */
  readonly medianPrice: string
  readonly oracleDecimals: number
  /** Unix seconds. */
  readonly updatedAt: number
}

export interface SignedPrice {
  readonly tokenSymbol: string
  readonly tokenAddress: string
  /** Digits: USD x 10^(30 - tokenDecimals - oracleDecimals). */
  readonly minPrice: string
  /** Digits: USD x 10^(30 - tokenDecimals - oracleDecimals). */
  readonly maxPrice: string
  /** Digits: USD x 10^(30 - tokenDecimals - oracleDecimals). */
  readonly medianPrice: string
  readonly oracleDecimals: number
  readonly signer: string
  readonly signature: string
  readonly signatureWithoutBlockHash: string
  readonly tokenOracleType: 0
  readonly salt: string
  readonly minBlockNumber: number
  /** Unix seconds. */
  readonly minBlockTimestamp: number
  readonly minBlockHash: string
  readonly maxBlockNumber: number
  /** Unix seconds. */
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

export interface MarketInfo {
  readonly name: string
  readonly marketToken: string
  readonly indexToken: string
  readonly longToken: string
  readonly shortToken: string
  readonly isListed: boolean
  readonly listingDate?: string
  readonly isDisabled: boolean
  readonly openInterestLong: string
  readonly openInterestShort: string
  readonly availableLiquidityLong: string
  readonly availableLiquidityShort: string
  readonly poolAmountLong: string
  readonly poolAmountShort: string
  readonly fundingRateLong: string
  readonly fundingRateShort: string
  readonly borrowingRateLong: string
  readonly borrowingRateShort: string
  readonly netRateLong: string
  readonly netRateShort: string
}

export interface MarketRates {
  readonly marketAddress: string
  readonly ratesSnapshots: readonly {
    readonly netRateLong: string
    readonly netRateShort: string
    readonly fundingRateLong: string
    readonly fundingRateShort: string
    readonly borrowingRateLong: string
    readonly borrowingRateShort: string
    /** Unix seconds. */
    readonly timestamp: number
  }[]
}

export interface DayOfPrices {
  readonly tokenSymbol: string
  /** USD. */
  readonly high: number
  /** USD. */
  readonly low: number
  /** USD. */
  readonly open: number
  /** USD. */
  readonly close: number
}

export interface PoolYield {
  /** A part: 0.05 is 5 %. */
  readonly apy: number
  /** A part: 0.05 is 5 %. */
  readonly baseApy: number
  /** A part: 0.05 is 5 %. */
  readonly bonusApr: number
}

export interface PoolPerformance {
  readonly address: string
  readonly entity: 'Market' | 'Glv'
  /** A decimal: 0.05 is 5 %. */
  readonly longTokenPerformance: string
  /** A decimal: 0.05 is 5 %. */
  readonly shortTokenPerformance: string
  /** A decimal: 0.05 is 5 %. */
  readonly uniswapV2Performance: string
}

export interface PerformanceSnapshots {
  readonly address: string
  readonly entity: 'Market' | 'Glv'
  readonly snapshots: readonly {
    /** Unix seconds. */
    readonly snapshotTimestamp: string
    /** A decimal: 0.05 is 5 %. */
    readonly uniswapV2Performance: string
  }[]
}

export interface Glv {
  readonly name: string
  readonly glvToken: string
  readonly longToken: string
  readonly shortToken: string
  readonly isListed: boolean
  readonly listingDate?: string
}

export interface GlvMarket {
  readonly address: string
  readonly balance: string
  readonly balanceUsd: string
  readonly share: string
  readonly isDisabled: boolean
}

export interface GlvInfo {
  readonly name: string
  readonly glvToken: string
  readonly longToken: string
  readonly shortToken: string
  readonly isListed: boolean
  readonly listingDate?: string
  readonly markets: readonly GlvMarket[]
}

/** What each endpoint says, and what it may be asked. */
export interface Replies {
  /** /ping: health check. */
  readonly ping: {
    readonly reply: { readonly ok: true }
    readonly query: undefined
  }
  /** /prices/tickers: latest prices, one row per priced token. */
  readonly tickers: {
    readonly reply: readonly Ticker[]
    readonly query: undefined
  }
  /** /signed_prices/latest: latest prices with the signatures for on-chain use. */
  readonly 'signed-prices': {
    readonly reply: { readonly signedPrices: readonly SignedPrice[] }
    readonly query: undefined
  }
  /** /prices/candles: open, high, low, close per period, newest first. */
  readonly candles: {
    readonly reply: {
      readonly period: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'
      readonly candles: readonly Candle[]
    }
    readonly query: {
      /** A priced token of the network. */
      readonly tokenSymbol: string
      /** Length of a candle. */
      readonly period: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'
      /** Most candles returned, 1 to 10000. */
      readonly limit?: number
    }
  }
  /** /tokens: the configured tokens. */
  readonly tokens: {
    readonly reply: { readonly tokens: readonly Token[] }
    readonly query: undefined
  }
  /** /markets: the market catalogue. */
  readonly markets: {
    readonly reply: { readonly markets: readonly Market[] }
    readonly query: undefined
  }
  /** /markets/info: liquidity, open interest, pools and rates of each market. */
  readonly 'markets-info': {
    readonly reply: { readonly markets: readonly MarketInfo[] }
    readonly query: undefined
  }
  /** /rates: hourly funding and borrowing rates, newest first. */
  readonly rates: {
    readonly reply: readonly MarketRates[]
    readonly query: {
      /** How far back (default: 30d). */
      readonly period?: '1d' | '7d' | '30d' | '90d' | '180d' | '1y' | 'total'
      /** Averages of whole days instead of hours (always for all markets beyond 30d). */
      readonly averageBy?: '1d' | '7d' | '30d'
      /** One market, by its market token (default: all). */
      readonly address?: string
    } | undefined
  }
  /** /prices/24h: high, low, open and close of the last 24 hours, one row per priced token. */
  readonly 'prices-24h': {
    readonly reply: readonly DayOfPrices[]
    readonly query: undefined
  }
  /** /apy: annual yields of market tokens and GLVs. */
  readonly apy: {
    readonly reply: {
      readonly markets: Readonly<Record<string, PoolYield>>
      readonly glvs: Readonly<Record<string, PoolYield>>
    }
    readonly query: {
      /** Period of the fees (default: 7d; 30d in the observed dialect). */
      readonly period?: '1d' | '7d' | '30d' | '90d' | '180d' | '1y' | 'total'
    } | undefined
  }
  /** /performance/annualized: annualized performance of markets and GLVs, compared with holding their tokens. */
  readonly 'performance-annualized': {
    readonly reply: readonly PoolPerformance[]
    readonly query: {
      /** Period measured (default: 90d). */
      readonly period?: '7d' | '30d' | '90d' | '180d' | '1y' | 'total'
      /** One market or GLV, by the address of its token (default: all). */
      readonly address?: string
    } | undefined
  }
  /** /performance/snapshots: performance of markets and GLVs at each midnight, newest first. */
  readonly 'performance-snapshots': {
    readonly reply: readonly PerformanceSnapshots[]
    readonly query: {
      /** How far back (default: 90d). */
      readonly period?: '1d' | '7d' | '30d' | '90d' | '180d' | '1y' | 'total'
      /** One market or GLV, by the address of its token (default: all). */
      readonly address?: string
    } | undefined
  }
  /** /glvs: vaults that hold market tokens. */
  readonly glvs: {
    readonly reply: { readonly glvs: readonly Glv[] }
    readonly query: undefined
  }
  /** /glvs/info: market tokens held by each vault, and their value. */
  readonly 'glvs-info': {
    readonly reply: { readonly glvs: readonly GlvInfo[] }
    readonly query: undefined
  }
  /** /incentives: rewards for liquidity, migration and trading: none active. */
  readonly incentives: {
    readonly reply: {
      readonly lp: { readonly isActive: false }
      readonly migration: { readonly isActive: false }
      readonly trading: { readonly isActive: false }
    }
    readonly query: undefined
  }
  /** /ui/min_version: minimum version of the web app: any. */
  readonly 'ui-min-version': {
    readonly reply: { readonly version: number }
    readonly query: undefined
  }
  /** /ui-flags/v2: feature flags of the web app: none set. */
  readonly 'ui-flags': {
    readonly reply: Readonly<Record<string, unknown>>
    readonly query: undefined
  }
  /** /report/ui/batch_report: accepts telemetry of the web app and discards it. */
  readonly 'batch-report': {
    readonly reply: Readonly<Record<string, never>>
    readonly query: undefined
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
