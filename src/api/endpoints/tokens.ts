import * as z from '../../kit/zod.js'
import { defineEndpoint } from './define.js'
import { address, decimals, name } from './values.js'

export const tokens = defineEndpoint({
  id: 'tokens',
  path: '/tokens',
  about: 'the configured tokens',
  params: {},
  windowMs: () => 0,
  timeoutMs: 60_000,
  facts: (world) => world.network.tokens,
  dialects: {
    documented: {
      schema: () =>
        z.strictObject({
          tokens: z.array(
            z
              .strictObject({
                symbol: name,
                address,
                decimals,
                synthetic: z.literal(true).optional(),
              })
              .meta({ tsName: 'Token' }),
          ),
        }),
      render: (list) => ({
        tokens: list.map(({ symbol, address, decimals, synthetic }) => ({
          symbol,
          address,
          decimals,
          ...(synthetic && { synthetic }),
        })),
      }),
    },
  },
})
