/** The form and the presets that move the market, as bodies of the control call. */
import { expect, test } from 'vitest'
import { moveFrom, presetsFor } from '../../../src/entrypoints/ui/market/moves.js'
import { priceChange } from '../../../src/server/control/prices.js'

const ASSETS = ['BTC', 'USDC', 'DAI'].map((symbol) => ({ symbol }))

test.each([
  ['ETH', 'USDC'],
  ['DAI', 'DAI'],
])('%s: valid presets, of which the depeg moves %s', (symbol, stable) => {
  const presets = presetsFor(symbol, ASSETS)
  expect(presets.map(({ body }) => body.asset)).toEqual([symbol, symbol, stable])
  for (const { body } of presets) expect(priceChange.safeParse(body).success).toBe(true)
})

test.each([
  [{ unit: '%', amount: '−20' }, { move: '-20%' }],
  [
    { unit: '%', amount: '5', over: '30s', back: '1h' },
    { move: '5%', over: '30s', recover: { to: '0%', over: '1h' } },
  ],
  [
    { unit: 'USD', amount: '1499.99', over: '1m', after: '5m' },
    { price: '1499.99', over: '1m' },
  ],
])('the form %j', (fields: Readonly<Record<string, string>>, body) => {
  const move = moveFrom({ asset: 'ETH', ...fields })
  expect(move).toEqual({ asset: 'ETH', ...body })
  expect(priceChange.safeParse(move).success).toBe(true)
})
