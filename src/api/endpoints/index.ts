import type { Generation } from '../../market/catalogue/bases.js'
import { apiOrders, apiPositions } from './api-account.js'
import { apiMarketsConfig, apiMarketsInfo, apiMarketsValues } from './api-markets-info.js'
import { apiMarketsTickers, apiPairs } from './api-markets-tickers.js'
import { apiApy, apy } from './apy.js'
import { apiOhlcv, candles } from './candles.js'
import type { Endpoint } from './define.js'
import { glvs, glvsInfo } from './glvs.js'
import { apiMarkets, markets, marketsInfo } from './markets.js'
import {
  apiPerformanceAnnualized,
  apiPerformanceSnapshots,
  performanceAnnualized,
  performanceSnapshots,
} from './performance.js'
import { ping } from './ping.js'
import { prices24h } from './prices-24h.js'
import { apiRates, rates } from './rates.js'
import { signedPrices } from './signed-prices.js'
import { tickers } from './tickers.js'
import { apiTokens, apiTokensInfo, tokens } from './tokens.js'
import { batchReport, incentives, uiFlags, uiMinVersion } from './web-app.js'

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
  apiOhlcv,
  apiRates,
  apiApy,
  apiPerformanceAnnualized,
  apiPerformanceSnapshots,
  apiPairs,
  apiPositions,
  apiOrders,
] as const satisfies readonly Endpoint[]

/** The documented interface of a generation. */
export function interfaceOf(wanted: Generation): readonly Endpoint[] {
  return ENDPOINTS.filter(({ isBeyond, generation = 1 }: Endpoint) => !isBeyond && generation === wanted)
}

export type ServedEndpointId = (typeof ENDPOINTS)[number]['id']
