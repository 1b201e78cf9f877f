import { RATE_PERIODS, type RatePeriod } from '../../market/liquidity/rate-periods.js'
import { defineEndpoint, param, type Representation } from './define.js'
import { oneOf } from './formats.js'
import { renderYields, type Yields, yieldChunks, yieldsReply } from './yield-rows.js'

interface ApyFacts {
  readonly yieldsOf: (period: RatePeriod) => Yields
  readonly period: RatePeriod | undefined
}

/** The dialects differ in the default period. */
function answering(usual: RatePeriod): Representation<ApyFacts> {
  return {
    schema: yieldsReply,
    render: ({ yieldsOf, period = usual }) => renderYields(yieldsOf(period)),
    chunks: ({ yieldsOf, period = usual }) => yieldChunks(yieldsOf(period)),
  }
}

export const apy = defineEndpoint({
  id: 'apy',
  path: '/apy',
  isBeyond: true,
  about: 'annual yields of market tokens and GLVs',
  params: {
    period: param({
      format: oneOf(RATE_PERIODS),
      about: 'period of the fees (default: 7d; 30d in the observed dialect)',
      example: '7d',
    }),
  },
  windowMs: () => 60_000,
  timeoutMs: 60_000,
  facts: (world, asOfMs, { period }): ApyFacts => ({
    yieldsOf: (period) => world.liquidity.yieldsAt(Math.floor(asOfMs / 1000), period),
    period,
  }),
  dialects: { documented: answering('7d'), observed: answering('30d') },
})
