import { RATE_PERIODS } from '../../market/liquidity/state.js'
import { yieldChunks, yieldsReply } from './apy.js'
import { defineEndpoint, oneOf, param } from './define.js'

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
  facts: (world, asOfMs, { period }) => world.liquidity.yieldsAt(Math.floor(asOfMs / 1000), period),
  documented: { schema: yieldsReply, chunks: yieldChunks },
})
