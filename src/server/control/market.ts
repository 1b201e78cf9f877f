/** The true market, unaffected by faults and cache windows. */

import * as z from 'zod'
import { fixedDecimal } from '../../kit/numbers/decimal.js'
import { parseDuration } from '../../kit/text/duration.js'
import { tokensNamed } from '../../market/catalogue/sdk-names.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { PERIOD_SECONDS, PERIODS } from '../../market/price/periods.js'
import type { AssetPrices, Quote } from '../../market/price/prices.js'
import { isTickPeriod, TICK_PERIODS, tickFolds } from '../../market/price/tick-folds.js'
import type { World } from '../../market/world/types.js'
import { nearest } from '../../scenario/read/hints.js'
import { network } from '../../scenario/values.js'
import { ControlError } from '../../session/control-errors.js'
import type { Session } from '../../session/session.js'
import { defineCall, instant, whole } from './define.js'

const usd = z.string().describe('USD, as decimal text')
export const priceReply = z.strictObject({ min: usd, median: usd, max: usd })
export const candleReply = z
  .tuple([z.int(), z.number(), z.number(), z.number(), z.number()])
  .describe('Unix seconds of the start, open, high, low, close')
export const usdDecimals = z.int().describe('Decimals of a price in USD')
/** Periods of a chart, which has shorter ones than the simulated API. */
export const period = z.enum([...TICK_PERIODS, ...PERIODS])
export const symbol = z.string().max(200).describe('A priced token of the network')

const assetsReply = z.strictObject({
  network,
  at: z.iso.datetime().describe('Virtual time'),
  assets: z.array(
    z.strictObject({
      symbol: z.string(),
      asset: z.string().describe('Its price process'),
      follows: z.string().nullable().describe('The asset it follows, if any'),
      price: usd,
      min: usd,
      max: usd,
      decimals: usdDecimals,
    }),
  ),
})

/** Candles of a reply without and with a limit. */
const USUAL_CANDLES = 300
const MAX_CANDLES = 1000

const candlesReply = z.strictObject({
  candles: z.array(candleReply).describe('Oldest first'),
  decimals: usdDecimals,
  at: z.iso.datetime().describe('Virtual time of the close of the last candle'),
})

export interface MarketReading {
  readonly network: string
  readonly symbol: string
  readonly period: z.output<typeof period>
}

/** Candles that begin before an instant, at most now; the newest ones, oldest first. */
function candlesOf(
  session: Session,
  { network, symbol, period }: MarketReading,
  limit: number,
  beforeSeconds = Number.POSITIVE_INFINITY,
): z.output<typeof candlesReply> {
  const nowMs = session.nowMs()
  const world = session.world(network)
  const { prices, priceDecimals } = world.pricesOf(pricedToken(world, symbol))
  const unit = 10 ** priceDecimals
  // The last second of the candle that ends there.
  const seconds = parseDuration(period) / 1000
  const second = Math.min(Math.floor(nowMs / 1000), Math.ceil(beforeSeconds / seconds) * seconds - 1)
  return {
    candles: foldsOf(prices, period, second, limit).map(({ startSeconds, open, high, low, close }) => [
      startSeconds,
      open / unit,
      high / unit,
      low / unit,
      close / unit,
    ]),
    decimals: priceDecimals,
    at: new Date(nowMs).toISOString(),
  }
}

function foldsOf(prices: AssetPrices, period: MarketReading['period'], atSeconds: number, limit: number) {
  if (isTickPeriod(period)) return tickFolds(prices, period, atSeconds, limit)
  const { firstStart, count, open, high, low, close } = prices.candles(period, atSeconds, limit)
  return Array.from({ length: count }, (_, i) => {
    const startSeconds = firstStart + i * PERIOD_SECONDS[period]
    return { startSeconds, open: open[i]!, high: high[i]!, low: low[i]!, close: close[i]! }
  })
}

/** The running candle, its predecessor, and the current price; null at the edge of time. */
export function runningOf(session: Session, looked: MarketReading) {
  const { candles, decimals } = candlesOf(session, looked, 2)
  const world = session.world(looked.network)
  const token = pricedToken(world, looked.symbol)
  const quotes = world.quotes(Math.floor(session.nowMs() / 1000), 'full')
  const quote = quotes.find((quote) => quote.token === token)
  return {
    ...looked,
    candle: candles.at(-1) ?? null,
    before: candles.at(-2) ?? null,
    price: quote === undefined ? null : priceOf(quote),
    decimals,
  }
}

/** Fills in defaults: the first network with prices, and ETH or BTC where it has one. */
export function marketAt(
  session: Session,
  { network, symbol, period }: { readonly [K in keyof MarketReading]?: MarketReading[K] | undefined },
): MarketReading {
  const name = network ?? firstNetwork(session)
  const world = session.world(name)
  const priced = world.network.tokens.filter((token) => token.priced)
  const usual = priced.find(({ symbol }) => symbol === 'ETH' || symbol === 'BTC') ?? priced[0]
  return {
    network: name,
    symbol: (symbol === undefined && usual ? usual : pricedToken(world, symbol ?? '')).symbol,
    period: period ?? '1m',
  }
}

function firstNetwork({ catalogue: { bases, networks } }: Session): string {
  const hasPrices = (name: string) => networks[name]!.tokens.some(({ priced }) => priced)
  return bases.networks.find(hasPrices) ?? bases.networks[0]!
}

function pricedToken(world: World, symbol: string): CatalogueToken {
  const token = world.tokenBySymbol(symbol) ?? tokensNamed(symbol, world.network)[0]
  if (token?.priced) return token
  const priced = world.network.tokens.filter((token) => token.priced).map(({ symbol }) => symbol)
  const meant = nearest(symbol, priced)
  throw new ControlError(
    'no-such-token',
    `${world.network.name} has no priced token ${JSON.stringify(symbol.slice(0, 60))}`,
    meant && `did you mean ${meant}?`,
  )
}

/** Full price strings are USD x 10^(30 - decimals); quanta have the decimals of the price. */
function priceOf({ token: { priceDecimals, oracleDecimals }, min, median, max }: Quote) {
  const inUsd = (text: string) => fixedDecimal(text.slice(0, text.length - oracleDecimals), priceDecimals)
  return { min: inUsd(min), median: inUsd(median), max: inUsd(max) }
}

/** The prices of a network, by default of the first one and now. */
export function assetsOf(
  session: Session,
  name = firstNetwork(session),
  at: z.output<typeof instant> = 'now',
): z.output<typeof assetsReply> {
  const { assets } = session.catalogue
  const atMs = at === 'now' ? session.nowMs() : at
  const quotes = session.world(name).quotes(Math.floor(atMs / 1000), 'full')
  return {
    network: name,
    at: new Date(atMs).toISOString(),
    assets: quotes.map((quote) => {
      const { symbol, asset, priceDecimals } = quote.token
      const { median: price, min, max } = priceOf(quote)
      const follows = assets.get(asset)?.follows ?? null
      return { symbol, asset, follows, price, min, max, decimals: priceDecimals }
    }),
  }
}

export const marketCalls = [
  defineCall('GET /market/assets', {
    about:
      'Prices of the priced tokens of a network in USD, as text, now or at an instant; of the first network by default.',
    query: z.strictObject({
      network: network.optional(),
      at: instant.optional().describe('Virtual time, ISO 8601 or Unix seconds; default: now'),
    }),
    reply: assetsReply,
    errors: ['too-many-assets'],
    run: ({ session, query: { network, at } }) => assetsOf(session, network, at),
  }),
  defineCall('GET /market/candles', {
    about:
      'Candles of the true market, oldest first, unaffected by faults; the last one is running unless `before` is in the past.',
    query: z.strictObject({
      network: network.optional(),
      symbol: symbol.optional(),
      period: period.optional().describe('1m when left out; below a minute, folds of one price a second'),
      limit: whole(1, MAX_CANDLES).optional().describe(`${USUAL_CANDLES} when left out`),
      before: whole(0, 1e11).optional().describe('Unix seconds: only candles that begin earlier'),
    }),
    reply: candlesReply,
    errors: ['no-such-token', 'too-many-assets'],
    run: ({ session, query: { limit = USUAL_CANDLES, before, ...looked } }) =>
      candlesOf(session, marketAt(session, looked), limit, before),
  }),
]
