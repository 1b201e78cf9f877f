/** Rows of markets and GLVs, as in their lists and `info` endpoints. */

import * as z from '../../kit/zod.js'
import type { CatalogueGlv, CatalogueMarket } from '../../market/catalogue/types.js'
import { address, keyAddress, name } from './values.js'

/** `listingDate` is omitted if unknown. */
export const glvKeys = () => ({
  name,
  glvToken: keyAddress,
  longToken: address,
  shortToken: address,
  isListed: z.boolean(),
  listingDate: z.iso.datetime().optional(),
})

export function renderGlv({ name, glvToken, longToken, shortToken, isListed, listingDate }: CatalogueGlv) {
  return {
    name,
    glvToken,
    longToken,
    shortToken,
    isListed,
    ...(listingDate !== undefined && { listingDate }),
  }
}

export const marketKeys = () => ({
  name,
  marketToken: keyAddress,
  indexToken: address,
  longToken: address,
  shortToken: address,
  isListed: z.boolean(),
  listingDate: z.iso.datetime().optional(),
})

export function renderMarket(market: CatalogueMarket) {
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
