import * as z from 'zod'
import {
  type OfEntity,
  RATE_PERIODS,
  type RatePeriod,
  type YieldPoint,
} from '../../market/liquidity/state.js'
import { defineEndpoint, oneOf, param, type Representation } from './define.js'
import { textChunks } from './rows.js'
import { address as addressSchema, part } from './values.js'

const yields = () =>
  z.record(
    addressSchema,
    z.strictObject({ apy: part, baseApy: part, bonusApr: part }).meta({ tsName: 'PoolYield' }),
  )

/** No incentives are active, see `/incentives`. */
const BONUS_APR = 0

type Yields = Iterable<OfEntity<number> | YieldPoint>

function entryOf({ address, value }: OfEntity<number>) {
  return [address, { apy: value + BONUS_APR, baseApy: value, bonusApr: BONUS_APR }] as const
}

export function* yieldChunks(all: Yields): Generator<readonly Buffer[]> {
  let isAfterMarkets = false
  const text = (one: OfEntity<number>) => {
    const [address, value] = entryOf(one)
    return `${JSON.stringify(address)}:${JSON.stringify(value)}`
  }
  const between = ({ entity }: OfEntity<number>) => {
    if (isAfterMarkets || entity === 'Market') return undefined
    isAfterMarkets = true
    return '},"glvs":{'
  }
  yield* textChunks(all, text, '{"markets":{', '', between)
  yield [Buffer.from(isAfterMarkets ? '}}' : '},"glvs":{}}')]
}

export const yieldsReply = () => z.strictObject({ markets: yields(), glvs: yields() })

interface ApyFacts {
  readonly yieldsOf: (period: RatePeriod) => Yields
  readonly period: RatePeriod | undefined
}

/** The dialects differ in the default period. */
function answering(usual: RatePeriod): Representation<ApyFacts, ReturnType<typeof yieldsReply>> {
  return {
    schema: yieldsReply,
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
  facts: (world, asOfMs, { period }): ApyFacts => ({
    yieldsOf: (period) => world.liquidity.yieldsAt(Math.floor(asOfMs / 1000), period),
    period,
  }),
  documented: answering('7d'),
  observed: answering('30d'),
})
