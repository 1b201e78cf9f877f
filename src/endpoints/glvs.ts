import * as z from 'zod'
import type { Glv } from '../catalogue/types.js'
import { defineEndpoint } from './define.js'
import { address, keyAddress, name } from './values.js'

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

export const glvs = defineEndpoint({
  id: 'glvs',
  path: '/glvs',
  isBeyond: true,
  about: 'the vaults that hold market tokens',
  params: {},
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world) => world.network.glvs,
  dialects: {
    documented: {
      schema: () => z.strictObject({ glvs: z.array(z.strictObject(glvKeys()).meta({ tsName: 'Glv' })) }),
      render: (list) => ({ glvs: list.map(renderGlv) }),
    },
  },
})
