/** Yields of market tokens and GLVs, as the reads of both generations write them. */
import * as z from '../../kit/zod.js'
import type { OfEntity, YieldPoint } from '../../market/liquidity/liquidity-state.js'
import { textChunks } from './chunks.js'
import { address as addressSchema, part } from './values.js'

const yields = () =>
  z.record(
    addressSchema,
    z.strictObject({ apy: part, baseApy: part, bonusApr: part }).meta({ tsName: 'PoolYield' }),
  )

/** No incentives are active, see `/incentives`. */
const BONUS_APR = 0

export type Yields = Iterable<OfEntity<number> | YieldPoint>

function entryOf({ address, value }: OfEntity<number>) {
  return [address, { apy: value + BONUS_APR, baseApy: value, bonusApr: BONUS_APR }] as const
}

export function renderYields(all: Yields) {
  const yields = [...all].filter((one) => one !== undefined)
  const ofEntity = (wanted: OfEntity<number>['entity']) =>
    Object.fromEntries(yields.filter(({ entity }) => entity === wanted).map(entryOf))
  return { markets: ofEntity('Market'), glvs: ofEntity('Glv') }
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
