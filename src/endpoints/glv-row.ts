/** What two endpoints tell of a GLV. */
import * as z from 'zod'
import type { Glv } from '../catalogue/types.js'
import { address, keyAddress, name } from './values.js'

/** `listingDate` is left out where it is not known. */
export const glvKeys = () => ({
  name,
  glvToken: keyAddress,
  longToken: address,
  shortToken: address,
  isListed: z.boolean(),
  listingDate: z.iso.datetime().optional(),
})

export function renderGlv({ name, glvToken, longToken, shortToken, isListed, listingDate }: Glv) {
  return {
    name,
    glvToken,
    longToken,
    shortToken,
    isListed,
    ...(listingDate !== undefined && { listingDate }),
  }
}
