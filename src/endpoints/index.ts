/** The list of endpoints, in the order in which documentation shows them. */
import { candles } from './candles.js'
import type { Endpoint } from './define.js'
import { markets } from './markets.js'
import { marketsInfo } from './markets-info.js'
import { ping } from './ping.js'
import { rates } from './rates.js'
import { signedPrices } from './signed-prices.js'
import { tickers } from './tickers.js'
import { tokens } from './tokens.js'

export const ENDPOINTS = [
  ping,
  tickers,
  signedPrices,
  candles,
  tokens,
  markets,
  marketsInfo,
  rates,
] as const satisfies readonly Endpoint[]

export type EndpointId = (typeof ENDPOINTS)[number]['id']
