/** Faults of data that are limited to the rows of some tokens and markets. */
import { afterEach, expect, test } from 'vitest'
import { poison } from '../../../src/scenario/faults/poison.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { catalogue } from '../../support/prices.js'
import { load, oneRule, startUnder, type Written } from '../../support/scenario.js'

let simulator: RunningSimulator
afterEach(() => simulator?.stop())

type Row = Readonly<Record<string, unknown>>

/** Good rows, and those under a fault at the same instant. */
async function rowsOf(fault: Written, path: string): Promise<[good: Row[], seen: Row[]]> {
  simulator = await startUnder({})
  const ask = async () => {
    const body = await (await fetch(`${simulator.url}/${path}`)).json()
    return (Array.isArray(body) ? body : Object.values(body as object)[0]) as Row[]
  }
  const good = await ask()
  load(simulator.session, oneRule(fault))
  return [good, await ask()]
}
const isDoge = ({ tokenSymbol }: Row) => tokenSymbol === 'DOGE'
const TICKERS = 'arbitrum/prices/tickers'

test.each([
  ['symbol', 'DOGE'],
  ['address', '0xc4da4c24fd591125c3f47b340b6f4f76111883d8'],
])('by %s: one row is null, all others are as they were', async (_by, word) => {
  const [good, seen] = await rowsOf({ poison: null, only: word }, TICKERS)
  expect(seen).toEqual(
    good.map((row) => (isDoge(row) ? { ...row, minPrice: null, maxPrice: null, medianPrice: null } : row)),
  )
})

test('a market, by its name, in rows that have its address', async () => {
  const name = 'BTC/USD [WBTC.b-USDC]'
  const [good, seen] = await rowsOf({ poison: 'zero', only: [name] }, 'arbitrum/markets/info')
  const changed = seen.filter((row, index) => JSON.stringify(row) !== JSON.stringify(good[index]))
  expect(changed).toMatchObject([{ name }])
})

test('data of earlier in one row', async () => {
  const [good, seen] = await rowsOf({ stale: '1h', only: ['DOGE'] }, TICKERS)
  expect(seen.filter((row) => !isDoge(row))).toEqual(good.filter((row) => !isDoge(row)))
  const [before, after] = [good, seen].map((rows) => rows.find(isDoge) as Row)
  expect(Number(before['updatedAt']) - Number(after['updatedAt'])).toBe(3600)
  expect(after['minPrice']).not.toBe(before['minPrice'])
})

test('data of before the listing of a token: its row is absent from a map, and others are those of then', async () => {
  const tokens = { APE: { listedAt: '-30m' } }
  simulator = await startUnder({ tokens })
  const ask = async () => (await fetch(`${simulator.url}/arbitrum-api/v1/prices/tickers`)).json()
  const addressOf = (word: string) =>
    catalogue.networks.arbitrum.tokens.find(({ symbol }) => symbol === word)?.address ?? ''
  const [ape, doge] = [addressOf('APE'), addressOf('DOGE')]
  const good = (await ask()) as Row
  load(simulator.session, { tokens, ...oneRule({ stale: '1h', only: ['APE', 'DOGE'] }) })
  const seen = (await ask()) as Row
  const { [ape]: row, ...others } = good
  expect(row).toBeDefined()
  expect(seen).toEqual({ ...others, [doge]: expect.anything() })
  expect(seen[doge]).not.toEqual(good[doge])
})

test.each(['flipped', 'reorgedHash', 'wrongSigner', 'staleBlocks'])(
  '%s signatures of two tokens: all other rows are as they were',
  async (signature) => {
    const words = ['DOGE', 'ETH']
    const [good, seen] = await rowsOf({ signature, only: words }, 'arbitrum/signed_prices/latest')
    const symbolsOf = (rows: Row[]) => rows.map(({ tokenSymbol }) => tokenSymbol)
    expect(symbolsOf(seen)).toEqual(symbolsOf(good))
    const changed = seen.filter((row, index) => JSON.stringify(row) !== JSON.stringify(good[index]))
    expect(symbolsOf(changed).toSorted()).toEqual(words)
  },
)

test('rows without names stay, as if no rule had fired', async () => {
  const path = 'arbitrum/prices/candles?tokenSymbol=DOGE&period=1m&limit=3'
  const [good, seen] = await rowsOf({ poison: 'zero', only: ['DOGE'] }, path)
  expect(seen).toEqual(good)
  expect(simulator.session.journal.entries().at(-1)).toMatchObject({ outcome: 'unchanged', met: 'good' })
})

test.each([
  [1e10, '4478495', '44784950000000000'],
  [0.001, '4478495', '4478'],
  [1.5e-3, '-0.0448', '-0.0000672'],
  [1.5e25, '2', '30000000000000000000000000'],
])('a factor of %d turns %s into %s', async (scale, given, expected) => {
  const layout = { items: { properties: { a: { role: 'value' } } } }
  const { stage } = poison
  if (stage.on !== 'edit') throw new Error('no edit')
  const edited = await stage.edit([{ a: given }], { poison: { scale } }, { layout } as never)
  expect(edited).toEqual([{ a: expected }])
})
