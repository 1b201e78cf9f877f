/**
 * Candles as JSON text. A reply has up to 50,000 numbers: writing digits of quanta takes a tenth of the
 * time of JSON.stringify on fractions. Prices have no exponents. Finished candles never change, so their text is
 * cached in blocks: overlapping queries mostly copy.
 */

import * as z from 'zod'
import { startStopwatch } from '../../kit/clock/timers.js'
import { plainDecimal } from '../../kit/numbers/decimal.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import {
  ALL_PERIODS,
  type AnyPeriod,
  calendarFolds,
  isCalendarPeriod,
} from '../../market/price/calendar-folds.js'
import { MAX_TEXT_ROWS } from '../../market/price/candle-text.js'
import { PERIOD_LEVEL, PERIODS, type Period } from '../../market/price/periods.js'
import type { TokenPrices, World } from '../../market/world/types.js'
import {
  anyText,
  defineEndpoint,
  digitsWithin,
  oneOf,
  type Param,
  param,
  type RequiredParam,
} from './define.js'
import { textChunks } from './rows.js'
import { seconds, series } from './values.js'

export interface CandlesFacts<Of extends AnyPeriod = Period> extends TokenPrices {
  readonly period: Of
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
    rows = texts[texts.length - 1]!
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

type TokenBySymbol = (symbol: string, world: World) => CatalogueToken | undefined

export function pricedSymbol(tokenOf: TokenBySymbol, list: string) {
  return param({
    format: anyText,
    required: true,
    about: 'a priced token of the network',
    example: 'BTC',
    check(symbol: string, world: World): string | undefined {
      const token = tokenOf(symbol, world)
      if (token === undefined) return `is not a token of this network, see ${list}`
      return token.priced ? undefined : 'is listed but has no price'
    },
  })
}

export const candlePeriod = param({
  format: oneOf(PERIODS),
  required: true,
  about: 'length of a candle',
  example: '15m',
})

export const candleLimit = param({
  format: digitsWithin(1, 10_000),
  default: 1000,
  about: 'most candles returned, 1 to 10000',
  example: '3',
})

export function candleWindowMs(period: AnyPeriod): number {
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

const reply = <Name extends AnyPeriod>(periods: readonly Name[]) =>
  z.strictObject({ period: z.enum(periods), candles: series(candle()) })

function chunks({ period, ...facts }: CandlesFacts<AnyPeriod>): Iterable<readonly Buffer[]> {
  if (!isCalendarPeriod(period)) return candleChunks({ period, ...facts })
  const { prices, priceDecimals, atSeconds, limit } = facts
  const usd = (quanta: number) => plainDecimal(quanta, priceDecimals)
  return textChunks(
    calendarFolds(prices, period, atSeconds, limit),
    ({ startSeconds, open, high, low, close }) =>
      `[${[startSeconds, usd(open), usd(high), usd(low), usd(close)].join()}]`,
    `{"period":"${period}","candles":[`,
    ']}',
  )
}

const params = {
  tokenSymbol: pricedSymbol((symbol, world) => world.tokenBySymbol(symbol), '/tokens'),
  period: candlePeriod as Param<AnyPeriod> & RequiredParam,
  limit: candleLimit,
}

export const candles = defineEndpoint({
  id: 'candles',
  path: '/prices/candles',
  about: 'open, high, low, close per period, newest first',
  params,
  windowMs: ({ period }) => candleWindowMs(period),
  timeoutMs: 10_000,
  facts: (world, asOfMs, { tokenSymbol, period, limit }): CandlesFacts<AnyPeriod> => ({
    ...world.pricesOf(world.tokenBySymbol(tokenSymbol) as CatalogueToken),
    period,
    atSeconds: Math.floor(asOfMs / 1000),
    limit,
  }),
  documented: { schema: () => reply(PERIODS), chunks },
  /** The web app requests weeks and months, too. */
  observed: {
    params: { ...params, period: { ...candlePeriod, format: oneOf(ALL_PERIODS) } },
    schema: () => reply(ALL_PERIODS),
    chunks,
  },
})
