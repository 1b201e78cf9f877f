/** Prices in USD. */
import { expect, test } from 'vitest'
import { startSimulator, type Ticker, usd } from '../../../src/entrypoints/index.js'
import { fixtureFiles } from '../../../src/market/catalogue/load.js'

const bySymbol = (rows: readonly Ticker[], symbol: string) => {
  const row = rows.find(({ tokenSymbol }) => tokenSymbol === symbol)
  if (row === undefined) throw new Error(symbol)
  return row
}

test('the price, a converted ticker and the running candle are one number, in either format', async () => {
  for (const priceFormat of ['full', 'compacted'] as const) {
    await using sim = await startSimulator({ priceFormat, seed: '42' })
    const tickers = await sim.ask('arbitrum', 'tickers')
    const { signedPrices } = await sim.ask('arbitrum', 'signed-prices')
    for (const { tokenSymbol, ...row } of tickers) {
      const { min, median, max } = usd(row)
      expect(median, tokenSymbol).toBe(sim.price(tokenSymbol))
      expect(min <= median && median <= max, tokenSymbol).toBe(true)
    }
    expect(signedPrices.map((row) => usd(row).median)).toEqual(tickers.map((row) => usd(row).median))
    const { candles } = await sim.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1m', limit: 1 })
    expect(candles[0][4]).toBe(sim.price('ETH'))
  }
})

test('observed rows have a range and full precision', async () => {
  await using sim = await startSimulator({ dialect: 'observed' })
  const rows = (await (await sim.fetch('/arbitrum/prices/tickers')).json()) as readonly Ticker[]
  const { min, max, median } = usd(bySymbol(rows, 'ETH'))
  // The live service sends more decimals than candles have.
  for (const side of [min, max, median]) expect(side).toBeCloseTo(sim.price('ETH'), 3)
})

test('tokens of a catalogue are given', async () => {
  const catalogue = {
    arbitrum: { tokens: [{ symbol: 'MINE', address: `0x${'1'.repeat(40)}`, decimals: 7, price: 12.5 }] },
  }
  await using sim = await startSimulator({ catalogue })
  const row = bySymbol(await sim.ask('arbitrum', 'tickers'), 'MINE')
  expect(() => usd(row)).toThrow('unknown token address')
  const { tokens } = await sim.ask('arbitrum', 'tokens')
  expect(usd(row, tokens).median).toBe(sim.price('MINE'))
})

test('poisoned prices are no numbers, and negative ones stay negative', () => {
  const { address, decimals } = fixtureFiles().tokens['arbitrum'][0]
  const row = { tokenAddress: address.toUpperCase().replace('0X', '0x'), minPrice: 'garbage' }
  expect(usd({ ...row, maxPrice: `-15${'0'.repeat(30 - decimals)}` })).toEqual({
    min: Number.NaN,
    max: -15,
    median: Number.NaN,
  })
})

test('an address has the same decimals on every network', () => {
  const known = new Map<string, number>()
  for (const { address, decimals } of Object.values(fixtureFiles().tokens).flat()) {
    const key = address.toLowerCase()
    expect(known.get(key) ?? decimals, address).toBe(decimals)
    known.set(key, decimals)
  }
  expect(known.size).toBeGreaterThan(100)
})
