import * as z from '../../kit/zod.js'
import { glvKeys, renderGlv } from './catalogue-rows.js'
import { defineEndpoint } from './define.js'

export const glvs = defineEndpoint({
  id: 'glvs',
  path: '/glvs',
  isBeyond: true,
  about: 'vaults that hold market tokens',
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
