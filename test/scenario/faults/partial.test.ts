import { afterAll, describe, expect, test } from 'vitest'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

type Row = Readonly<Record<string, unknown>>

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

async function ask(path: string, partial?: unknown, network = 'avalanche'): Promise<unknown> {
  load(simulator.session, partial === undefined ? {} : oneRule({ partial }))
  const base = path.startsWith('/v1/') ? `${network}-api` : network
  return (await fetch(`${simulator.url}/${base}${path}`)).json()
}

/** The list of a reply: the reply itself, or what it holds under a name. */
const rowsOf = (body: unknown): Row[] =>
  Array.isArray(body) ? body : (Object.values(body as Row).find(Array.isArray) ?? [])

// `effect.test.ts` asks all endpoints.
test.each(['/prices/tickers', '/markets', '/signed_prices/latest'])(
  '%s: a share leaves that share of the first rows',
  async (path) => {
    const whole = await ask(path)
    const rows = rowsOf(whole)
    for (const share of [0, 0.3, 0.5, 0.999]) {
      const part = await ask(path, share)
      expect(rowsOf(part)).toEqual(rows.slice(0, Math.floor(rows.length * share)))
      expect(rowsOf(part).length).toBeLessThan(rows.length)
      if (!Array.isArray(whole)) expect(Object.keys(part as Row)).toEqual(Object.keys(whole as Row))
    }
  },
)

test('of a map the first are left, in their order', async () => {
  type Apy = Readonly<Record<'markets' | 'glvs', Row>>
  const [whole, part] = [
    await ask('/apy', undefined, 'arbitrum'),
    await ask('/apy', 0.5, 'arbitrum'),
  ] as Apy[]
  expect(Object.entries(part.markets)).toEqual(Object.entries(whole.markets).slice(0, 67))
  expect(Object.entries(part.glvs)).toEqual(Object.entries(whole.glvs).slice(0, 1))
  const [prices, half] = [await ask('/v1/prices/tickers'), await ask('/v1/prices/tickers', 0.5)] as Row[]
  expect(Object.entries(half)).toEqual(Object.entries(prices).slice(0, 10))
})

describe('omit', () => {
  test.each([
    ['/prices/tickers', 'tokenSymbol'],
    ['/signed_prices/latest', 'tokenSymbol'],
    ['/tokens', 'symbol'],
  ])('%s leaves out tokens by %s', async (path, name) => {
    const whole = rowsOf(await ask(path))
    const part = rowsOf(await ask(path, { omit: ['ETH', 'LTC'] }))
    expect(part).toHaveLength(whole.length - 2)
    expect(part).toEqual(whole.filter((row) => row[name] !== 'ETH' && row[name] !== 'LTC'))
  })

  test.each([
    ['/markets', 'marketToken'],
    ['/markets/info', 'marketToken'],
    ['/rates?period=1d', 'marketAddress'],
    ['/performance/annualized', 'address'],
    ['/v1/markets/config', 'marketTokenAddress'],
  ])('%s leaves out markets by name or by market token, in any case', async (path, address) => {
    const [first, second, third] = simulator.session.catalogue.networks.avalanche.markets
    const omit = [first.name, second.marketToken, third.marketToken.toLowerCase()]
    const whole = rowsOf(await ask(path))
    const part = rowsOf(await ask(path, { omit }))
    const gone = [first, second, third].map(({ marketToken }) => marketToken)
    expect(part).toEqual(whole.filter((row) => !gone.includes(row[address] as string)))
    expect(part.length).toBe(whole.length - 3)
  })

  test('a market is not left out by one of its tokens, and candles have no name to go by', async () => {
    for (const path of ['/markets', '/prices/candles?tokenSymbol=ETH&period=1m&limit=3'])
      expect(await ask(path, { omit: ['ETH'] })).toEqual(await ask(path))
  })
})

test('replies without a list, and errors, are unchanged', async () => {
  expect(await ask('/ping', 0)).toEqual({ ok: true })
  for (const path of ['/prices/candles', '/nothing']) expect(await ask(path, 0)).toEqual(await ask(path))
  load(simulator.session, oneRule({ partial: 0 }))
  const reply = await fetch(`${simulator.url}/arbitrum/prices/candles`)
  expect([reply.status, reply.headers.get('x-gmx-sim-rule')]).toEqual([400, null])
  const refused = await fetch(`${simulator.url}/arbitrum/tokens`, { method: 'POST' })
  expect([refused.status, await refused.json()]).toEqual([
    405,
    { errors: ['POST is not allowed here, use GET'] },
  ])
})
