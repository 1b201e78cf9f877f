import type { Generation } from '../../market/catalogue/bases.js'
import { apiAllowances } from './api-allowances.js'
import { apiApy } from './api-apy.js'
import { apiBalancesWallet } from './api-balances-wallet.js'
import { apiBuyback } from './api-buyback.js'
import { apiJitLiquidity } from './api-jit-liquidity.js'
import { apiJitLiquidityV2 } from './api-jit-liquidity-v2.js'
import { apiMarkets } from './api-markets.js'
import { apiMarketsConfig } from './api-markets-config.js'
import { apiMarketsInfo } from './api-markets-info.js'
import { apiMarketsTickers } from './api-markets-tickers.js'
import { apiMarketsValues } from './api-markets-values.js'
import { apiOhlcv } from './api-ohlcv.js'
import { apiOrders } from './api-orders.js'
import { apiPairs } from './api-pairs.js'
import { apiPerformanceAnnualized } from './api-performance-annualized.js'
import { apiPerformanceSnapshots } from './api-performance-snapshots.js'
import { apiPositions } from './api-positions.js'
import { apiPricesTickers } from './api-prices-tickers.js'
import { apiRates } from './api-rates.js'
import { apiStakingPower } from './api-staking-power.js'
import { apiSubaccountStatus } from './api-subaccount-status.js'
import { apiTokens } from './api-tokens.js'
import { apiTokensInfo } from './api-tokens-info.js'
import { apiTrades } from './api-trades.js'
import { apiTradesSearch } from './api-trades-search.js'
import { apiTradingCapacity } from './api-trading-capacity.js'
import { apiYieldGmPools } from './api-yield-gm-pools.js'
import { apy } from './apy.js'
import { batchReport } from './batch-report.js'
import { candles } from './candles.js'
import type { Endpoint } from './define.js'
import { glvs } from './glvs.js'
import { glvsInfo } from './glvs-info.js'
import { incentives } from './incentives.js'
import { markets } from './markets.js'
import { marketsInfo } from './markets-info.js'
import { performanceAnnualized } from './performance-annualized.js'
import { performanceSnapshots } from './performance-snapshots.js'
import { ping } from './ping.js'
import { prices24h } from './prices-24h.js'
import { rates } from './rates.js'
import { signedPrices } from './signed-prices.js'
import { stream } from './stream.js'
import { tickers } from './tickers.js'
import { tokens } from './tokens.js'
import { uiFlags } from './ui-flags.js'
import { uiMinVersion } from './ui-min-version.js'

export const ENDPOINTS = [
  ping,
  tickers,
  signedPrices,
  candles,
  tokens,
  markets,
  marketsInfo,
  rates,
  prices24h,
  apy,
  performanceAnnualized,
  performanceSnapshots,
  glvs,
  glvsInfo,
  incentives,
  uiMinVersion,
  uiFlags,
  batchReport,
  apiTokens,
  apiTokensInfo,
  apiMarkets,
  apiMarketsConfig,
  apiMarketsValues,
  apiMarketsInfo,
  apiMarketsTickers,
  apiPricesTickers,
  apiOhlcv,
  apiRates,
  apiApy,
  apiPerformanceAnnualized,
  apiPerformanceSnapshots,
  apiPairs,
  apiTradingCapacity,
  apiJitLiquidity,
  apiJitLiquidityV2,
  apiYieldGmPools,
  apiBuyback,
  apiPositions,
  apiOrders,
  apiTrades,
  apiTradesSearch,
  apiStakingPower,
  apiBalancesWallet,
  apiAllowances,
  apiSubaccountStatus,
] as const satisfies readonly Endpoint[]

/** Every endpoint that a request can be for: the reads, and the stream. */
export const ROUTED = [...ENDPOINTS, stream] as const satisfies readonly Endpoint[]

/** The documented interface of a generation. */
export function interfaceOf(wanted: Generation): readonly Endpoint[] {
  return ENDPOINTS.filter(({ isBeyond, generation = 1 }: Endpoint) => !isBeyond && generation === wanted)
}

export type ServedEndpointId = (typeof ENDPOINTS)[number]['id']
