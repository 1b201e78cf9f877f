/** Tickers and candles against each other and against the clock. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NetworkName } from '../../../src/market/catalogue/names.js'
import { NETWORKS } from '../../../src/market/catalogue/networks.js'
import { PERIODS } from '../../../src/market/price/periods.js'
import type { Session } from '../../../src/session/session.js'
import { ask, sessionAt, type WireCandles, type WireTicker } from '../../support/ask.js'
import { anyPeriod, anySecond, catalogue, documented } from '../../support/prices.js'
import { samples } from '../../support/runs.js'

const candlesOf = async (session: Session, network: NetworkName, query: string) =>
  (await ask<WireCandles>(session, network, 'candles', query)).candles

test.each(NETWORKS)('tickers on %s: one row per priced token, in the order of /tokens', async (network) => {
  const rows = await ask<WireTicker[]>(await sessionAt(1.7e12), network, 'tickers')
  expect(rows.map(({ tokenSymbol }) => tokenSymbol)).toEqual(
    documented(network)
      .tokens.filter(({ priced }) => priced)
      .map(({ symbol }) => symbol),
  )
})

describe.each(['full', 'compacted'])('price format %s', (priceFormat) => {
  test("the interface's rule gives exactly the decimal that the running candle closes on", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySecond,
        fc.constantFrom(...NETWORKS),
        anyPeriod,
        fc.nat(),
        async (second, network, period, pick) => {
          const session = await sessionAt(second * 1000, { priceFormat, cache: 'off' })
          const rows = await ask<WireTicker[]>(session, network, 'tickers')
          const row = rows[pick % rows.length]
          const token = catalogue.networks[network].tokens.find(({ symbol }) => symbol === row.tokenSymbol)
          expect(row.oracleDecimals).toBe(priceFormat === 'full' ? 0 : token?.oracleDecimals)
          expect(BigInt(row.minPrice)).toBeLessThanOrEqual(BigInt(row.medianPrice))
          expect(BigInt(row.medianPrice)).toBeLessThanOrEqual(BigInt(row.maxPrice))
          if (priceFormat === 'compacted') expect(Number(row.maxPrice)).toBeLessThan(2 ** 32)
          const decimals = 30 - (token?.decimals as number) - row.oracleDecimals
          const digits = row.medianPrice.padStart(decimals + 1, '0')
          const usd = Number(
            `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`,
          )
          const [newest] = await candlesOf(
            session,
            network,
            `tokenSymbol=${encodeURIComponent(row.tokenSymbol)}&period=${period}&limit=1`,
          )
          expect(newest[4]).toBe(usd)
        },
      ),
      { numRuns: samples(60) },
    )
  })
})

test('min and max enclose the median, at the typical spread over months', async () => {
  const spreads = new Map<string, number[]>()
  for (let i = 0; i < 40; i++)
    for (const row of await ask<WireTicker[]>(await sessionAt(1.6e12 + i * 2.3e9), 'arbitrum', 'tickers')) {
      const bps = (Number(row.maxPrice) / Number(row.minPrice) - 1) * 1e4
      spreads.set(row.tokenSymbol, [...(spreads.get(row.tokenSymbol) ?? []), bps])
    }
  for (const { symbol, spreadBps, priced } of documented('arbitrum').tokens) {
    if (!priced) continue
    const seen = spreads.get(symbol) as number[]
    const mean = seen.reduce((sum, bps) => sum + bps, 0) / seen.length
    if (spreadBps === 0) {
      expect(Math.max(...seen), symbol).toBe(0)
      continue
    }
    expect(mean / spreadBps, symbol).toBeGreaterThan(0.5)
    expect(mean / spreadBps, symbol).toBeLessThan(2)
    expect(new Set(seen).size, symbol).toBeGreaterThan(1)
  }
})

test('the same asset has the same price on every network, whatever the token is called', async () => {
  const session = await sessionAt(1.7654321e12)
  const medians = new Map<string, Set<string>>()
  for (const network of NETWORKS)
    for (const row of await ask<WireTicker[]>(session, network, 'tickers')) {
      const token = catalogue.networks[network].tokens.find(({ symbol }) => symbol === row.tokenSymbol)
      const usd = BigInt(row.medianPrice) * 10n ** BigInt(token?.decimals as number)
      medians.set(token?.asset as string, (medians.get(token?.asset as string) ?? new Set()).add(String(usd)))
    }
  expect([...medians].filter(([, prices]) => prices.size !== 1)).toEqual([])
})

describe('candles', () => {
  test.each(PERIODS)('%s: newest first, aligned, the running one in row 0', async (period) => {
    const at = Date.parse('2024-02-29T23:59:59Z')
    const rows = await candlesOf(
      await sessionAt(at),
      'arbitrum',
      `tokenSymbol=ETH&period=${period}&limit=10000`,
    )
    const seconds = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14_400, '1d': 86_400 }[period]
    expect(rows).toHaveLength(10_000)
    expect(rows[0][0]).toBe(Math.floor(at / 1000 / seconds) * seconds)
    rows.forEach(([start, open, high, low, close], i) => {
      expect(start).toBe(rows[0][0] - i * seconds)
      expect(low <= open && low <= close && high >= open && high >= close).toBe(true)
    })
  })

  test('no rows outside 1990 to 2100', async () => {
    const session = await sessionAt(Date.parse('1990-01-01T00:00:00Z'))
    const rows = () => candlesOf(session, 'botanix', 'tokenSymbol=BTC&period=1d')
    expect(await rows()).toHaveLength(1)
    for (const at of ['1989-12-31T23:59:59Z', '2100-01-01T00:01:00Z']) {
      // A clock cannot be set there, but one that runs gets there.
      session.clock.set({ mode: 'frozen', atMs: Date.parse(at) })
      expect([await rows(), await ask(session, 'botanix', 'tickers')]).toEqual([[], []])
    }
  })
})

test('two seeds differ in every price and in every spread that is not zero', async () => {
  const rowsOf = async (seed: string) =>
    ask<WireTicker[]>(await sessionAt(1.7e12, { seed }), 'arbitrum', 'tickers')
  const [rows, others] = [await rowsOf('1'), await rowsOf('11')]
  expect(rows.filter((row, i) => row.medianPrice !== others[i].medianPrice)).toHaveLength(125)
  const width = ({ minPrice, maxPrice }: WireTicker) => Number(maxPrice) / Number(minPrice)
  const isWide = rows.map((row) => width(row) > 1)
  const differ = rows.filter((row, i) => isWide[i] && width(row) !== width(others[i]))
  expect(differ.length).toBeGreaterThan(isWide.filter(Boolean).length * 0.9)
})
