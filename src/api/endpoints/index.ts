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
] as const satisfies readonly Endpoint[]

export const INTERFACE: readonly Endpoint[] = ENDPOINTS.filter(({ isBeyond }: Endpoint) => !isBeyond)

export type ServedEndpointId = (typeof ENDPOINTS)[number]['id']
