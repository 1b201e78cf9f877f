import type { CandlesFacts } from '../../src/api/endpoints/candles.js'
import { PERIOD_SECONDS } from '../../src/market/price/periods.js'

/** Candles as rows, newest first. Quanta over a power of ten are the doubles that JSON readers get. */
export function candleRows({ prices, priceDecimals, period, atSeconds, limit }: CandlesFacts): number[][] {
  const { open, high, low, close, count, firstStart } = prices.candles(period, atSeconds, limit)
  const unit = 10 ** priceDecimals
  return Array.from({ length: count }, (_, i) => [
    firstStart + i * PERIOD_SECONDS[period],
    ...[open, high, low, close].map((column) => column[i] / unit),
  ]).reverse()
}
