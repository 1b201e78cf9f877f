/** Parameters of candles, and how long these are cached, in both generations. */
import { PERIODS, type Period } from '../../market/price/periods.js'
import type { World } from '../../market/world/types.js'
import { anyText, digitsWithin, oneOf } from './formats.js'

const SHORT_WINDOW_MS = 15_000
const LONG_WINDOW_MS = 60_000

export const candleSymbol = {
  format: anyText,
  required: true,
  about: 'a priced token of the network',
  example: 'BTC',
  check(symbol: string, world: World): string | undefined {
    const token = world.tokenBySymbol(symbol)
    if (token === undefined) return 'is not a token of this network, see /tokens'
    return token.priced ? undefined : 'is listed but has no price'
  },
} as const

export const candlePeriod = {
  format: oneOf(PERIODS),
  required: true,
  about: 'length of a candle',
  example: '15m',
} as const

export const candleLimit = {
  format: digitsWithin(1, 10_000),
  default: 1000,
  about: 'most candles returned, 1 to 10000',
  example: '3',
}

export function candleWindowMs(period: Period): number {
  return period === '1m' || period === '5m' ? SHORT_WINDOW_MS : LONG_WINDOW_MS
}
