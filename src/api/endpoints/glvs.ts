import * as z from 'zod'
import type { CatalogueGlv } from '../../market/catalogue/types.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { address, keyAddress, name } from './values.js'

/** `listingDate` is omitted if unknown. */
export const glvRow = rowOf<CatalogueGlv>()(
  {
    name,
    glvToken: keyAddress,
    longToken: address,
    shortToken: address,
    isListed: z.boolean(),
    listingDate: z.iso.datetime().optional(),
  },
  'Glv',
)

export const glvs = defineEndpoint({
  id: 'glvs',
  path: '/glvs',
  isBeyond: true,
  about: 'vaults that hold market tokens',
  facts: (world) => world.network.glvs,
  documented: listOf(glvRow, 'glvs'),
})
