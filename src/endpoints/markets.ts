import * as z from 'zod'
import type { Market } from '../catalogue/types.js'
import { defineEndpoint } from './define.js'
import { address, keyAddress, name } from './values.js'

export const marketKeys = () => ({
  name,
  marketToken: keyAddress,
  indexToken: address,
  longToken: address,
  shortToken: address,
  isListed: z.boolean(),
  listingDate: z.iso.datetime().optional(),
})

export function renderMarket(market: Market) {
  const { name, marketToken, indexToken, longToken, shortToken, isListed, listingDate } = market
  return {
    name,
    marketToken,
    indexToken,
    longToken,
    shortToken,
    isListed,
    ...(listingDate !== undefined && { listingDate }),
  }
}

export const markets = defineEndpoint({
  id: 'markets',
  path: '/markets',
  about: 'the market catalogue',
  params: {},
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world) => world.network.markets,
  dialects: {
    documented: {
      schema: () =>
        z.strictObject({ markets: z.array(z.strictObject(marketKeys()).meta({ tsName: 'Market' })) }),
      render: (list) => ({ markets: list.map(renderMarket) }),
    },
  },
})
