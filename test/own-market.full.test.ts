/**
 * Somebody's first hour with a CSV in hand: an exchange's file, whose times are in µs, through `serve`, the control API, the
 * test kit and the official SDK. Everywhere its candles come back digit for digit, and its minutes close on the ticker.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSimulator } from '../src/entrypoints/index.js'
import { Draws } from '../src/kit/random/draws.js'
import { keyOf } from '../src/kit/random/random.js'
import type { WireCandles, WireTicker } from './support/ask.js'
import { type Served, serveCli } from './support/cli.js'
import { controlOf } from './support/control.js'
import { installed } from './support/installed.js'

const START = Date.parse('2025-10-10T20:00:00Z') / 1000
const MINUTES = 180
/** ETH's prices have four decimals, the exchange's file eight. */
const CENTS = 100

interface Minute {
  readonly at: number
  readonly prices: readonly [open: number, high: number, low: number, close: number]
}

/** Minutes of a wild evening, in USD and whole cents. */
const minutes: Minute[] = []
const draws = new Draws().at(keyOf('an exchange'), 0, 0)
let price = 4_100_00
for (let n = 0; n < MINUTES; n++) {
  const open = price
  const close = Math.round(open * (1 + 0.004 * draws.normal()))
  const high = Math.max(open, close) + Math.round(open * 0.002 * draws.uniform())
  const low = Math.min(open, close) - Math.round(open * 0.002 * draws.uniform())
  minutes.push({
    at: START + 60 * n,
    prices: [open / CENTS, high / CENTS, low / CENTS, close / CENTS],
  })
  price = close + (n % 7 === 0 ? 12 : 0)
}
/** The exchange's file: twelve columns, no header, µs. */
const csv = minutes
  .map(({ at, prices }) =>
    [
      at * 1e6,
      ...prices.map((usd) => usd.toFixed(8)),
      '812.10000000',
      (at + 60) * 1e6 - 1,
      '3329610.00000000',
      4021,
      '400.05000000',
      '1640205.00000000',
      0,
    ].join(','),
  )
  .join('\n')
const newestFirst = minutes.map(({ at, prices }) => [at, ...prices]).toReversed()
const AFTER = new Date((START + 60 * MINUTES) * 1000).toISOString()

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
  writeFileSync(join(folder, 'ETHUSDT-1m.csv'), csv)
  writeFileSync(
    join(folder, 'evening.yaml'),
    `name: evening\nclock: { at: ${AFTER}, mode: frozen }\nprices: { ETH: { candles: ETHUSDT-1m.csv } }\n`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const QUERY = `/prices/candles?tokenSymbol=ETH&period=1m&limit=${MINUTES + 1}`
const candlesAt = async (base: string, query = QUERY) =>
  ((await (await fetch(base + query)).json()) as WireCandles).candles
/** Of ETH, whose price strings are USD x 10^12. */
const usdOf = (rows: readonly WireTicker[]) =>
  Number(rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.medianPrice) / 1e12

describe('served from the command line', () => {
  let served: Served
  let base: string
  beforeAll(async () => {
    served = await serveCli(['--scenario', join(folder, 'evening.yaml'), '--port', '0'])
    base = `${served.ready.url}/arbitrum`
  })
  afterAll(() => served.stop())

  test('every candle of the file is there, and longer ones are its fold', async () => {
    expect((await candlesAt(base)).slice(1)).toEqual(newestFirst)
    const [, hour] = await candlesAt(base, '/prices/candles?tokenSymbol=ETH&period=1h&limit=2')
    const last = newestFirst.slice(0, 60)
    expect(hour).toEqual([
      START + 7200,
      last[59][1],
      Math.max(...last.map(([, , high]) => high)),
      Math.min(...last.map(([, , , low]) => low)),
      last[0][4],
    ])
  })

  test('the market goes on from its last price', async () => {
    const [[, open, , , close]] = await candlesAt(base)
    const last = newestFirst[0][4]
    expect(Math.abs(open / last - 1)).toBeLessThan(0.005)
    expect(Math.abs(close / last - 1)).toBeLessThan(0.005)
  })

  test('in each of its minutes the last ticker is its close, over the control API', async () => {
    const control = controlOf(served.ready.url)
    const rows = minutes.map(({ at, prices }) => [at, ...prices])
    const made = await control.post('/sessions', { id: 'mine', prices: { ETH: { rows } } })
    expect(made.status).toBe(201)
    const mine = controlOf(`${served.ready.url}/s/mine`)
    for (const n of [0, 59, 60, 178]) {
      const at = new Date((minutes[n].at + 59) * 1000).toISOString()
      await mine.put('/clock', { at, mode: 'frozen' })
      const rows = (await (
        await fetch(`${served.ready.url}/s/mine/arbitrum/prices/tickers`)
      ).json()) as WireTicker[]
      expect(usdOf(rows)).toBe(minutes[n].prices[3])
    }
  })
})

test('in a test: a session with the file, at its own time or laid where it begins', async () => {
  await using sim = await startSimulator()
  const candles = join(folder, 'ETHUSDT-1m.csv')
  await using own = await sim.session({ clock: { at: AFTER }, prices: { ETH: { candles } } })
  expect(await candlesAt(own.baseUrl('avalanche', 'fallback')).then((rows) => rows.slice(1))).toEqual(
    newestFirst,
  )
  await using laid = await sim.session({ prices: { ETH: { candles, startsAt: '0s' } } })
  await laid.advance(`${MINUTES}m`)
  const rows = await candlesAt(laid.baseUrl('arbitrum'))
  expect(rows.slice(1).map(([, ...prices]) => prices)).toEqual(newestFirst.map(([, ...prices]) => prices))
  expect(rows[1][0]).toBe(Date.parse('2026-01-01T00:00:00Z') / 1000 + 60 * (MINUTES - 1))
})

describe.skipIf(!installed('sdk'))('the official SDK', () => {
  test('reads the prices of the file', async () => {
    await using sim = await startSimulator({
      clock: { at: new Date((minutes[42].at + 59) * 1000) },
      prices: { ETH: { candles: join(folder, 'ETHUSDT-1m.csv') } },
    })
    const { GmxSdk } = createRequire(new URL('installs/sdk/package.json', import.meta.url))('@gmx-io/sdk')
    const sdk = new GmxSdk({
      chainId: 42_161,
      oracleUrl: sim.baseUrl('arbitrum'),
      rpcUrl: sim.url,
      subsquidUrl: sim.url,
    })
    const close = minutes[42].prices[3]
    expect(usdOf((await sdk.oracle.getTickers()) as WireTicker[])).toBe(close)
    const { tokensData } = (await sdk.tokens.getTokensData()) as {
      tokensData: Record<string, { symbol: string; prices: { minPrice: bigint; maxPrice: bigint } }>
    }
    const eth = Object.values(tokensData).find(({ symbol }) => symbol === 'ETH')
    const closeE30 = BigInt(Math.round(close * CENTS)) * 10n ** 28n
    expect(eth?.prices.minPrice).toBeLessThanOrEqual(closeE30)
    expect(eth?.prices.maxPrice).toBeGreaterThanOrEqual(closeE30)
  })
})
