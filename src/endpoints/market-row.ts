/** What two endpoints tell of a market. */
import * as z from 'zod'
import type { Market } from '../catalogue/types.js'
import { address, keyAddress, name } from './values.js'

/** The seven keys of a market; `listingDate` is left out where it is not known. */
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
