import * as z from 'zod'
import type { Quote } from '../world.js'
import { defineEndpoint } from './define.js'
import { address, digits, seconds } from './wire.js'

interface TickersFacts {
  readonly quotes: readonly Quote[]
  readonly atSeconds: number
}

const documentedTicker = z.strictObject({
  tokenSymbol: z.string(),
  tokenAddress: address,
  minPrice: digits,
  maxPrice: digits,
  medianPrice: digits,
  oracleDecimals: z.number().int().nonnegative(),
  updatedAt: seconds,
})

export const tickers = defineEndpoint({
  id: 'tickers',
  path: '/prices/tickers',
  about: 'latest prices, one row per priced token',
  params: {},
  windowMs: () => 300,
  timeoutMs: 10_000,
  facts: (world, asOfMs): TickersFacts => {
    const atSeconds = Math.floor(asOfMs / 1000)
    return { quotes: world.quotes(atSeconds), atSeconds }
  },
  dialects: {
    documented: {
      schema: z.array(documentedTicker),
      render: ({ quotes, atSeconds }) =>
        quotes.map(({ token, min, max, median, oracleDecimals }) => ({
          tokenSymbol: token.symbol,
          tokenAddress: token.address,
          minPrice: min,
          maxPrice: max,
          medianPrice: median,
          oracleDecimals,
          updatedAt: atSeconds,
        })),
    },
  },
})
