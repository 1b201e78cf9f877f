import * as z from 'zod'
import type { CatalogueMarket } from '../../market/catalogue/types.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { address, keyAddress, name } from './values.js'

/** `listingDate` is omitted if unknown. */
export const marketRow = rowOf<CatalogueMarket>()(
  {
    name,
    marketToken: keyAddress,
    indexToken: address,
    longToken: address,
    shortToken: address,
    isListed: z.boolean(),
    listingDate: z.iso.datetime().optional(),
  },
  'Market',
)

export const markets = defineEndpoint({
  id: 'markets',
  path: '/markets',
  about: 'the market catalogue',
  facts: (world) => world.network.markets,
  documented: listOf(marketRow, 'markets'),
})
