import * as z from 'zod'
import { plainDecimal } from '../../kit/numbers/decimal.js'
import { type Day, dayOf } from '../../market/price/day.js'
import { hasPrices } from '../../market/price/prices.js'
import type { World } from '../../market/world/types.js'
import { defineEndpoint } from './define.js'
import { textChunks } from './rows.js'
import { highUsd, lowUsd, name, orNull, usdValue } from './values.js'

const day = () =>
  z
    .strictObject({
      tokenSymbol: name,
      high: orNull(highUsd),
      low: orNull(lowUsd),
      open: orNull(usdValue),
      close: orNull(usdValue),
    })
    .meta({ tsName: 'DayOfPrices' })

interface DayOfToken extends Day {
  readonly symbol: string
  readonly priceDecimals: number
}

interface DaysFacts {
  readonly world: World
  readonly atSeconds: number
}

/** Yields the last day of each priced token, the second `atSeconds` included; less at the beginning of time. */
function* daysOf({ world, atSeconds }: DaysFacts): Generator<DayOfToken> {
  if (!hasPrices(atSeconds)) return
  for (const token of world.network.tokens) {
    if (!token.priced) continue
    const { symbol, priceDecimals } = token
    yield { symbol, priceDecimals, ...dayOf(world.pricesOf(token), atSeconds) }
  }
}

/** Prices have no exponents, as in candles. */
function dayText({ symbol, priceDecimals, fold, isWhole }: DayOfToken): string {
  const [high, low, open, close] = [fold.high, fold.low, fold.open, fold.close].map((quanta) =>
    isWhole ? plainDecimal(quanta, priceDecimals) : null,
  )
  return `{"tokenSymbol":${JSON.stringify(symbol)},"high":${high},"low":${low},"open":${open},"close":${close}}`
}

export const prices24h = defineEndpoint({
  id: 'prices-24h',
  path: '/prices/24h',
  isBeyond: true,
  about: 'high, low, open and close of the last 24 hours, one row per priced token',
  windowMs: () => 15_000,
  facts: (world, asOfMs): DaysFacts => ({ world, atSeconds: Math.floor(asOfMs / 1000) }),
  documented: {
    schema: () => z.array(day()),
    chunks: (facts) => textChunks(daysOf(facts), dayText, '[', ']'),
  },
})
