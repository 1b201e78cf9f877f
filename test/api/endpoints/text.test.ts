/** Where a dialect writes its text itself, that is what JSON.stringify would have written. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { DIALECTS, type Endpoint } from '../../../src/api/endpoints/define.js'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { rowOf } from '../../../src/api/endpoints/rows.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { PRICE_FORMATS } from '../../../src/market/price/prices.js'
import { createWorlds } from '../../../src/market/world/worlds.js'
import { anySecond, anySeed, catalogue } from '../../support/prices.js'

const written = ENDPOINTS.flatMap((endpoint: Endpoint) =>
  DIALECTS.flatMap((dialect) => {
    const { id, facts, [dialect]: wire } = endpoint
    return wire?.text === undefined ? [] : [[`${id}, ${dialect}`, { facts, wire }] as const]
  }),
)

test('tickers are the only text', () =>
  expect(written.map(([name]) => name)).toEqual(['tickers, documented']))

test.each(written)('%s', (_name, { facts, wire }) => {
  fc.assert(
    fc.property(
      anySeed,
      fc.constantFrom(...NETWORKS),
      fc.constantFrom(...PRICE_FORMATS),
      anySecond,
      (seed, network, priceFormat, second) => {
        const world = createWorlds({ seed, catalogue, priceFormat })(network)
        const all = facts(world, second * 1000 + 300, {})
        const rows = world.quotes(second).map(({ token, min, max, median, oracleDecimals }) => ({
          tokenSymbol: token.symbol,
          tokenAddress: token.address,
          minPrice: min,
          maxPrice: max,
          medianPrice: median,
          oracleDecimals,
          updatedAt: second,
        }))
        expect(wire.text?.(all)).toBe(JSON.stringify(rows))
      },
    ),
    { numRuns: 40 },
  )
})

test('no rows outside the time range', () => {
  const world = createWorlds({ seed: '1', catalogue, priceFormat: 'full' })('arbitrum')
  for (const [, { facts, wire }] of written) expect(wire.text?.(facts(world, 0, {}))).toBe('[]')
})

test('a row as text is its JSON: undefined values are left out, a bigint is digits', () => {
  const any = z.unknown()
  const { render, text } = rowOf<Readonly<Record<'a' | 'b' | 'c', unknown>>>()({ a: any, b: any, c: any })
  const anyValue = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.bigInt())
  fc.assert(
    fc.property(fc.record({ a: anyValue, b: anyValue, c: anyValue }), (fact) => {
      const json = JSON.stringify(render(fact), (_key, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      expect(text(fact)).toBe(json)
    }),
  )
})
