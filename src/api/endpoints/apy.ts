import * as z from '../../kit/zod.js'
import type { OfEntity, YieldPoint } from '../../market/liquidity/liquidity-state.js'
import { RATE_PERIODS, type RatePeriod } from '../../market/liquidity/rate-periods.js'
import { textChunks } from './chunks.js'
import { type Chunks, defineEndpoint, param, type Representation } from './define.js'
import { oneOf } from './formats.js'
import { address as addressSchema, part } from './values.js'

const yields = () =>
  z.record(
    addressSchema,
    z.strictObject({ apy: part, baseApy: part, bonusApr: part }).meta({ tsName: 'PoolYield' }),
  )

/** No incentives are active, see `/incentives`. */
const BONUS_APR = 0

type Yields = Iterable<OfEntity<number> | YieldPoint>

interface ApyFacts {
  readonly yieldsOf: (period: RatePeriod) => Yields
  readonly period: RatePeriod | undefined
}

function entryOf({ address, value }: OfEntity<number>) {
  return [address, { apy: value + BONUS_APR, baseApy: value, bonusApr: BONUS_APR }] as const
}

function render(all: Yields) {
  const yields = [...all].filter((one) => one !== undefined)
  const ofEntity = (wanted: OfEntity<number>['entity']) =>
    Object.fromEntries(yields.filter(({ entity }) => entity === wanted).map(entryOf))
  return { markets: ofEntity('Market'), glvs: ofEntity('Glv') }
}

function* chunksOf(all: Yields): Chunks & Generator<readonly Buffer[]> {
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

/** The dialects differ in the default period. */
function answering(usual: RatePeriod): Representation<ApyFacts> {
  return {
    schema: () => z.strictObject({ markets: yields(), glvs: yields() }),
    render: ({ yieldsOf, period = usual }) => render(yieldsOf(period)),
    chunks: ({ yieldsOf, period = usual }) => chunksOf(yieldsOf(period)),
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
