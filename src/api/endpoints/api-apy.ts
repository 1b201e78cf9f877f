import { RATE_PERIODS } from '../../market/liquidity/rate-periods.js'
import { defineEndpoint, param } from './define.js'
import { oneOf } from './formats.js'
import { renderYields, type Yields, yieldChunks, yieldsReply } from './yield-rows.js'

export const apiApy = defineEndpoint({
  id: 'api-apy',
  generation: 2,
  path: '/v1/apy',
  about: 'annual yields of market tokens and GLVs',
  params: {
    period: param({
      format: oneOf(RATE_PERIODS),
      default: '7d',
      about: 'period of the fees (default: 7d)',
      example: '7d',
    }),
  },
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world, asOfMs, { period }): Yields => world.liquidity.yieldsAt(Math.floor(asOfMs / 1000), period),
  dialects: { documented: { schema: yieldsReply, render: renderYields, chunks: yieldChunks } },
})
