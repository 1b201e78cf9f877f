/** The list of endpoints, in the order in which documentation shows them. */
import { candles } from './candles.js'
import type { Endpoint } from './define.js'
import { markets } from './markets.js'
import { ping } from './ping.js'
import { tickers } from './tickers.js'
import { tokens } from './tokens.js'

export const ENDPOINTS: readonly Endpoint[] = [ping, tickers, candles, tokens, markets]
