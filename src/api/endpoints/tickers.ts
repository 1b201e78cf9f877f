import * as z from 'zod'
import type { PriceFormat, Quote } from '../../market/price/prices.js'
import type { World } from '../../market/world/types.js'
import { defineEndpoint } from './define.js'
import { rowOf } from './rows.js'
import { address, maxPrice, milliseconds, minPrice, name, price, seconds } from './values.js'

export type TickersFacts = ReturnType<typeof tickersFacts>

export const tickersFacts = (world: World, asOfMs: number) => ({
  world,
  asOfMs,
  atSeconds: Math.floor(asOfMs / 1000),
})

/** The facts of a row. */
export type TickerFacts = Quote & Omit<TickersFacts, 'world'>

const documentedTicker = rowOf<TickerFacts>()(
  {
    tokenSymbol: [name, ({ token }) => token.symbol],
    tokenAddress: [address, ({ token }) => token.address],
    minPrice: [minPrice, ({ min }) => min],
    maxPrice: [maxPrice, ({ max }) => max],
    medianPrice: [price, ({ median }) => median],
    oracleDecimals: z.number().int().nonnegative(),
    updatedAt: [seconds, ({ atSeconds }) => atSeconds],
  },
  'Ticker',
)

/** The live service pulls prices in batches, each at its own phase of the cycle. */
const BATCHES = 3
const PULL_CYCLE_MS = 307

function updatedAtOf({ token, asOfMs }: TickerFacts): number {
  const phaseMs = (token.drawIndex % BATCHES) * Math.floor(PULL_CYCLE_MS / BATCHES)
  return asOfMs - ((asOfMs + phaseMs) % PULL_CYCLE_MS)
}

const observedTicker = rowOf<TickerFacts>()({
  tokenAddress: [address, ({ token }) => token.address],
  tokenSymbol: [name, ({ token }) => token.symbol],
  minPrice: [minPrice, ({ min }) => min],
  maxPrice: [maxPrice, ({ max }) => max],
  updatedAt: [milliseconds, updatedAtOf],
  timestamp: [seconds, ({ atSeconds }) => atSeconds],
})

/** Field by field: a spread with further properties takes a hundred times as long, half of the time of a reply. */
const quotesOf = ({ world, asOfMs, atSeconds }: TickersFacts, format?: PriceFormat): TickerFacts[] =>
  world.quotes(atSeconds, format).map(({ token, min, median, max, oracleDecimals }) => {
    return { token, min, median, max, oracleDecimals, asOfMs, atSeconds }
  })

export const tickers = defineEndpoint({
  id: 'tickers',
  path: '/prices/tickers',
  about: 'latest prices, one row per priced token',
  windowMs: () => 300,
  timeoutMs: 10_000,
  facts: tickersFacts,
  documented: {
    schema: () => z.array(documentedTicker.schema()),
    render: (facts) => quotesOf(facts).map(documentedTicker.render),
  },
  observed: {
    schema: () => z.array(observedTicker.schema()),
    render: (facts) => quotesOf(facts, 'full').map(observedTicker.render),
  },
})
