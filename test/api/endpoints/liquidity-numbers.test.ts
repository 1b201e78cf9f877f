import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/api/endpoints/index.js'
import { parseQuery } from '../../../src/api/endpoints/query.js'
import { decimalOf } from '../../../src/kit/numbers/decimal.js'
import { ask, sessionAt } from '../../support/ask.js'
import type { WirePerformance } from '../../support/liquidity.js'

const ONE_TOKEN = '0xA7b768d6a1f746fd5a513D440DF2970ff099B0fc'

test('a pool of one token that earns nothing performs 0, without noise of the last bits', async () => {
  const catalogue = fileURLToPath(new URL('one-usdt.yaml', import.meta.url))
  const session = await sessionAt(Date.parse('2026-03-01T12:00:00Z'), { catalogue })
  const query = `period=7d&address=${ONE_TOKEN}`
  const [told] = await ask<WirePerformance[]>(session, 'avalanche', 'performance-annualized', query)
  expect(told).toMatchObject({
    longTokenPerformance: '0',
    shortTokenPerformance: '0',
    uniswapV2Performance: '0',
  })
  expect([1.1546e-14, -1.1546e-14, 0.0123, 1e-12].map(decimalOf)).toEqual([
    '0',
    '0',
    '0.0123',
    '0.000000000001',
  ])
})

test.each(['performance-annualized', 'performance-snapshots'])(
  'an address in other letters is the same question to %s',
  async (id) => {
    const session = await sessionAt(Date.parse('2026-03-01T12:00:00Z'))
    const world = session.world('avalanche', 'primary')
    const { params } = ENDPOINTS.find((endpoint) => endpoint.id === id) as (typeof ENDPOINTS)[number]
    const read = (address: string) => parseQuery(params, `address=${address}`, world)
    expect(read(ONE_TOKEN)).toMatchObject({ ok: true })
    expect(read(ONE_TOKEN.toLowerCase())).toEqual(read(ONE_TOKEN))
    expect(read(ONE_TOKEN.toUpperCase().replace('0X', '0x'))).toEqual(read(ONE_TOKEN))
  },
)
