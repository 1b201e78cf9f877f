import * as z from 'zod'
import { plainDecimal } from '../../kit/numbers/decimal.js'
import { tokensNamed } from '../../market/catalogue/sdk-names.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { PERIOD_SECONDS, type Period } from '../../market/price/periods.js'
import type { AssetPrices, Candles } from '../../market/price/prices.js'
import type { World } from '../../market/world/types.js'
import { candleLimit, candlePeriod, candleWindowMs, pricedSymbol } from './candles.js'
import { defineEndpoint, digitsWithin, param } from './define.js'
import { textChunks } from './rows.js'
import { highUsdText, lowUsdText, milliseconds, series, usdText } from './values.js'

export const ohlcvRow = () =>
  z
    .strictObject({
      timestamp: milliseconds,
      open: usdText,
      high: highUsdText,
      low: lowUsdText,
      close: usdText,
    })
    .meta({ tsName: 'Ohlcv' })

interface OhlcvFacts {
  readonly candles: Candles
  readonly priceDecimals: number
}

/** The newest `limit` candles; with `since`, the oldest `limit` of those that start then or later. */
function candlesSince(
  prices: AssetPrices,
  period: Period,
  atSeconds: number,
  limit: number,
  since: number,
): Candles {
  const all = prices.range(period, atSeconds, Number.POSITIVE_INFINITY)
  const first = Math.max(Math.ceil(since / 1000 / PERIOD_SECONDS[period]), all.first)
  const count = Math.max(0, all.first + all.count - first)
  return count > limit
    ? prices.finished(period, { first, count: limit })
    : prices.candles(period, atSeconds, count)
}

function* rowsOf({ candles, priceDecimals }: OhlcvFacts) {
  const { firstStart, count, period, open, high, low, close } = candles
  const usd = (quanta: number) => plainDecimal(quanta, priceDecimals)
  for (let i = 0; i < count; i++)
    yield {
      timestamp: (firstStart + i * PERIOD_SECONDS[period]) * 1000,
      open: usd(open[i]!),
      high: usd(high[i]!),
      low: usd(low[i]!),
      close: usd(close[i]!),
    }
}

/** A token by its symbol of either generation. */
const tokenOf = (symbol: string, { network }: World): CatalogueToken | undefined =>
  tokensNamed(symbol, network)[0]

/** Milliseconds of any instant with prices, and beyond. */
const MAX_SINCE = 8_640_000_000_000_000

export const apiOhlcv = defineEndpoint({
  id: 'api-ohlcv',
  generation: 2,
  path: '/v1/prices/ohlcv',
  about: 'open, high, low, close per period, oldest first',
  params: {
    symbol: pricedSymbol(tokenOf, '/v1/tokens'),
    timeframe: candlePeriod,
    limit: candleLimit,
    since: param({
      format: digitsWithin(0, MAX_SINCE),
      about: 'the earliest start, in ms since 1970: the first candles from then on instead of the newest',
    }),
  },
  windowMs: ({ timeframe }) => candleWindowMs(timeframe),
  timeoutMs: 10_000,
  facts(world, asOfMs, { symbol, timeframe, limit, since }): OhlcvFacts {
    const { prices, priceDecimals } = world.pricesOf(tokenOf(symbol, world) as CatalogueToken)
    const atSeconds = Math.floor(asOfMs / 1000)
    const candles =
      since === undefined
        ? prices.candles(timeframe, atSeconds, limit)
        : candlesSince(prices, timeframe, atSeconds, limit, since)
    return { candles, priceDecimals }
  },
  documented: {
    schema: () => series(ohlcvRow(), 'ascending'),
    chunks: (facts) => textChunks(rowsOf(facts), (row) => JSON.stringify(row), '[', ']'),
  },
})
