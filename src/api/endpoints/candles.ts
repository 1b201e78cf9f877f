/**
 * Candles as JSON text. A reply has up to 50,000 numbers: writing digits of quanta takes a tenth of the
 * time of JSON.stringify on fractions. Prices have no exponents. Finished candles never change, so their text is
 * cached in blocks: overlapping queries mostly copy.
 */

import { startStopwatch } from '../../kit/clock/timers.js'
import { plainDecimal } from '../../kit/numbers/decimal.js'
import * as z from '../../kit/zod.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { MAX_TEXT_ROWS } from '../../market/price/candle-text.js'
import { PERIOD_LEVEL, PERIOD_SECONDS, PERIODS, type Period } from '../../market/price/periods.js'
import type { AssetPrices, Candles } from '../../market/price/prices.js'
import type { TokenPrices, World } from '../../market/world/types.js'
import { anyText, defineEndpoint, digitsWithin, oneOf, param } from './define.js'
import { listChunks } from './rows.js'
import { highUsdText, lowUsdText, milliseconds, seconds, series, usdText } from './values.js'

export interface CandlesFacts extends TokenPrices {
  readonly period: Period
  readonly atSeconds: number
  readonly limit: number
}

/** Candles per cached text, aligned to multiples of their period. */
const BLOCK = MAX_TEXT_ROWS / 2
/** Blocks per chunk: few at first, then as many as fit into CHUNK_MS. */
const FIRST_CHUNK = 2
const MAX_CHUNK = 20
const CHUNK_MS = 5

export function* candleChunks(facts: CandlesFacts): Generator<readonly Buffer[]> {
  let rows: Buffer = Buffer.from(`{"period":"${facts.period}","candles":[`)
  for (const texts of rowChunks(facts)) {
    yield [rows, ...texts.slice(0, -1)]
    rows = texts[texts.length - 1]
  }
  // A comma follows every row, the last one included.
  yield [rows.at(-1) === COMMA ? rows.subarray(0, -1) : rows, Buffer.from(']}')]
}

function* rowChunks(facts: CandlesFacts): Generator<Buffer[]> {
  const { prices, priceDecimals, kept, period, atSeconds, limit } = facts
  const { first, count } = prices.range(period, atSeconds, limit)
  const newestText = (limit: number): Buffer => {
    const span = prices.newestSpan(period, atSeconds, limit)
    return prices.text(span, 0, span.count, priceDecimals)
  }
  const firstBlock = Math.ceil(first / BLOCK)
  const runningBlock = Math.floor((first + count - 1) / BLOCK)
  if (runningBlock <= firstBlock) {
    yield [newestText(limit)]
    return
  }
  const inRunning = first + count - runningBlock * BLOCK
  let texts = [newestText(inRunning)]

  let chunk = FIRST_CHUNK
  const keyOf = (block: number): number => block * LEVELS + PERIOD_LEVEL[period]
  for (let block = runningBlock - 1; block >= firstBlock; ) {
    const known = kept.find(prices, keyOf(block))
    if (known !== undefined) {
      texts.push(known)
      block--
      continue
    }
    let oldest = block
    while (oldest > firstBlock && block - oldest < chunk - 1 && !kept.has(prices, keyOf(oldest - 1))) oldest--
    const range = { first: oldest * BLOCK, count: (block - oldest + 1) * BLOCK }
    const elapsedMs = startStopwatch()
    const blocks = prices.finishedTexts(period, range, BLOCK, priceDecimals)
    chunk = Math.min(Math.max(Math.round(((block - oldest + 1) * CHUNK_MS) / elapsedMs()), 1), MAX_CHUNK)
    for (const text of blocks.reverse()) {
      kept.keep(prices, keyOf(block), text)
      texts.push(text)
      block--
    }
    yield texts
    texts = []
  }

  const inOldest = firstBlock * BLOCK - first
  if (inOldest > 0)
    texts.push(...prices.finishedTexts(period, { first, count: inOldest }, inOldest, priceDecimals))
  if (texts.length > 0) yield texts
}

const LEVELS = 8
const COMMA = 44

const SHORT_WINDOW_MS = 15_000
const LONG_WINDOW_MS = 60_000

const symbol = param({
  format: anyText,
  required: true,
  about: 'a priced token of the network',
  example: 'BTC',
  check(symbol: string, world: World): string | undefined {
    const token = world.tokenBySymbol(symbol)
    if (token === undefined) return 'is not a token of this network, see /tokens'
    return token.priced ? undefined : 'is listed but has no price'
  },
})

const period = param({
  format: oneOf(PERIODS),
  required: true,
  about: 'length of a candle',
  example: '15m',
})

const limit = param({
  format: digitsWithin(1, 10_000),
  default: 1000,
  about: 'most candles returned, 1 to 10000',
  example: '3',
})

function candleWindowMs(period: Period): number {
  return period === '1m' || period === '5m' ? SHORT_WINDOW_MS : LONG_WINDOW_MS
}

const candle = () => {
  const usd = z.number().meta({ role: 'value' })
  const [high, low] = [usd.meta({ bound: 'max' }), usd.meta({ bound: 'min' })]
  return z
    .tuple([
      seconds.meta({ title: 'timestamp' }),
      usd.meta({ title: 'open' }),
      high.meta({ title: 'high' }),
      low.meta({ title: 'low' }),
      usd.meta({ title: 'close' }),
    ])
    .meta({ tsName: 'Candle', description: 'Unix seconds of the start, open, high, low, close' })
}

export const candles = defineEndpoint({
  id: 'candles',
  path: '/prices/candles',
  about: 'open, high, low, close per period, newest first',
  params: { tokenSymbol: symbol, period, limit },
  windowMs: ({ period }) => candleWindowMs(period),
  timeoutMs: 10_000,
  facts: (world, asOfMs, { tokenSymbol, period, limit }): CandlesFacts => ({
    ...world.pricesOf(world.tokenBySymbol(tokenSymbol) as CatalogueToken),
    period,
    atSeconds: Math.floor(asOfMs / 1000),
    limit,
  }),
  documented: {
    schema: () =>
      z.strictObject({
        period: z.enum(PERIODS),
        candles: series(candle()),
      }),
    chunks: candleChunks,
  },
})

const ohlcv = () =>
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

function* ohlcvRows({ candles, priceDecimals }: OhlcvFacts) {
  const { firstStart, count, period, open, high, low, close } = candles
  const usd = (quanta: number) => plainDecimal(quanta, priceDecimals)
  for (let i = 0; i < count; i++)
    yield {
      timestamp: (firstStart + i * PERIOD_SECONDS[period]) * 1000,
      open: usd(open[i]),
      high: usd(high[i]),
      low: usd(low[i]),
      close: usd(close[i]),
    }
}

/** Milliseconds of any instant with prices, and beyond. */
const MAX_SINCE = 8_640_000_000_000_000

export const apiOhlcv = defineEndpoint({
  id: 'api-ohlcv',
  generation: 2,
  path: '/v1/prices/ohlcv',
  about: 'open, high, low, close per period, oldest first',
  params: {
    symbol,
    timeframe: period,
    limit,
    since: param({
      format: digitsWithin(0, MAX_SINCE),
      about: 'the earliest start, in ms since 1970: the first candles from then on instead of the newest',
    }),
  },
  windowMs: ({ timeframe }) => candleWindowMs(timeframe),
  timeoutMs: 10_000,
  facts(world, asOfMs, { symbol, timeframe, limit, since }): OhlcvFacts {
    const { prices, priceDecimals } = world.pricesOf(world.tokenBySymbol(symbol) as CatalogueToken)
    const atSeconds = Math.floor(asOfMs / 1000)
    const candles =
      since === undefined
        ? prices.candles(timeframe, atSeconds, limit)
        : candlesSince(prices, timeframe, atSeconds, limit, since)
    return { candles, priceDecimals }
  },
  documented: {
    schema: () => series(ohlcv(), 'ascending'),
    chunks: (facts) => listChunks(ohlcvRows(facts), (row) => row, '[', ']'),
  },
})
