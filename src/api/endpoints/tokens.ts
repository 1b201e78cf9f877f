import * as z from 'zod'
import type { CatalogueToken } from '../../market/catalogue/types.js'
import { defineEndpoint } from './define.js'
import { listOf, rowOf } from './rows.js'
import { address, decimals, name } from './values.js'

const token = rowOf<CatalogueToken>()(
  {
    symbol: name,
    address,
    decimals,
    synthetic: [z.literal(true).optional(), ({ synthetic }) => synthetic || undefined],
  },
  'Token',
)

export const tokens = defineEndpoint({
  id: 'tokens',
  path: '/tokens',
  about: 'the configured tokens',
  windowMs: () => 0,
  facts: (world) => world.network.tokens,
  documented: listOf(token, 'tokens'),
})
