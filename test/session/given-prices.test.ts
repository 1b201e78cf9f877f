/** Prices of a session: from a scenario, from the start, from the control API; and what they outlive. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type SimulatorSession, startSimulator } from '../../src/entrypoints/index.js'
import { controlOf } from '../support/control.js'

const AT = '2026-03-01T12:00:07.450Z'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
writeFileSync(
  join(folder, 'eth.csv'),
  'time,open,high,low,close\n2020-01-01 00:00,100,120,90,110\n2020-01-01 00:01,110,111,109,110.5\n',
)
writeFileSync(
  join(folder, 'day.yaml'),
  'prices:\n  ETH: { candles: eth.csv, startsAt: 0s }\n  BTC: { points: { 0s: 50000 } }\n',
)
const sim = await startSimulator({ clock: { at: AT }, prices: { DOGE: { points: { '0s': 2 } } } })
afterAll(async () => {
  await sim.stop()
  rmSync(folder, { recursive: true })
})

async function usd(session: SimulatorSession, token: string): Promise<number> {
  const rows = await session.ask('arbitrum', 'tickers')
  const row = rows.find(({ tokenSymbol }) => tokenSymbol === token)
  const decimals = { ETH: 18, wstETH: 18, BTC: 8, USDC: 6, DOGE: 8, SOL: 9 }[token] as number
  return Number(row?.medianPrice) / 10 ** (30 - decimals)
}
const minutes = async (session: SimulatorSession, limit: number) =>
  (await session.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1m', limit })).candles

describe('of a scenario file', () => {
  test('a path relative to the file is resolved, and its candles are served digit for digit', async () => {
    await using session = await sim.session({ scenario: join(folder, 'day.yaml') })
    await session.advance('3m')
    const start = Date.parse('2026-03-01T12:00:00Z') / 1000
    expect((await minutes(session, 4)).slice(2)).toEqual([
      [start + 60, 110, 111, 109, 110.5],
      [start, 100, 120, 90, 110],
    ])
  })

  test('another scenario ends them, a reset brings them back', async () => {
    await using session = await sim.session({ scenario: join(folder, 'day.yaml') })
    expect(await usd(session, 'BTC')).toBe(50_000)
    await session.loadScenario({ rules: [] })
    expect(await usd(session, 'BTC')).not.toBe(50_000)
    await session.reset()
    expect(await usd(session, 'BTC')).toBe(50_000)
  })
})

describe('of the session itself', () => {
  test('they override those of its scenario, and survive its replacement', async () => {
    const scenario = { prices: { ETH: { points: { '0s': 3000 } }, SOL: { points: { '0s': 99 } } } }
    await using session = await sim.session({ scenario, prices: { ETH: { points: { '0s': 1500 } } } })
    expect([await usd(session, 'ETH'), await usd(session, 'SOL')]).toEqual([1500, 99])
    await session.loadScenario('primary-down')
    expect(await usd(session, 'ETH')).toBe(1500)
    expect(await usd(session, 'SOL')).not.toBe(99)
  })

  test("those of the simulator's start exist, too", async () => {
    await using session = await sim.session({ prices: { USDC: { points: { '0s': 0.9 } } } })
    expect([await usd(session, 'USDC'), await usd(session, 'DOGE'), await usd(sim, 'DOGE')]).toEqual([
      0.9, 2, 2,
    ])
    expect(await usd(sim, 'USDC')).toBeGreaterThan(0.95)
    await sim.reset()
  })

  test('followers of the asset follow it there, at their ratio', async () => {
    await using plain = await sim.session()
    await using session = await sim.session({ prices: { ETH: { points: { '0s': 1000 } } } })
    for (const one of [plain, session]) await one.advance('10m')
    const ratio = async (one: SimulatorSession) => (await usd(one, 'wstETH')) / (await usd(one, 'ETH'))
    expect(await ratio(session)).toBeCloseTo(await ratio(plain), 3)
    expect(await usd(session, 'wstETH')).toBeLessThan(1500)
  })

  test('moves and set prices go on from them', async () => {
    await using session = await sim.session({
      prices: { ETH: { points: { '0s': 2000, '1h': 2000 }, between: 'steps' } },
      scenario: { events: [{ asset: 'ETH', at: '10m', move: '-50%' }] },
    })
    await session.advance('9m')
    expect(await usd(session, 'ETH')).toBe(2000)
    await session.advance('2m')
    expect(await usd(session, 'ETH')).toBe(1000)
    await session.setPrice('ETH', 1234.5)
    expect(await usd(session, 'ETH')).toBe(1234.5)
    await session.advance('10m')
    expect(await usd(session, 'ETH')).toBe(1234.5)
  })

  test('a file is found from the working directory', async () => {
    const path = join(folder, 'eth.csv')
    await using session = await sim.session({
      prices: { ETH: { candles: path } },
      clock: { at: '2020-01-01T00:02:00Z' },
    })
    expect((await minutes(session, 3)).slice(1).map(([, ...prices]) => prices)).toEqual([
      [110, 111, 109, 110.5],
      [100, 120, 90, 110],
    ])
  })
})

describe('invalid prices', () => {
  test.each([
    [{ ETHH: { points: { '0s': 1 } } }, 'prices.ETHH unknown asset "ETHH": did you mean ETH?'],
    [{ ETH: { points: { '0s': '1.23456' } } }, /^prices\.ETH\.points\.0s .*write at most 4 decimals/],
    [
      { ETH: { points: { soon: 1 } } },
      /^prices\.ETH\.points\.soon invalid name "soon": write a number and its unit/,
    ],
    [{ ETH: { points: {} } }, /^prices\.ETH\.points write at least one, such as 0s: 2500/],
    [{ ETH: { points: { '60s': 1, '1m': 2 } } }, 'prices.ETH.points 60 s is repeated'],
    [{ ETH: { points: { '0s': 1 }, candles: 'a.csv' } }, 'prices.ETH write one of points, candles and rows'],
    [{ ETH: {} }, 'prices.ETH write one of points, candles and rows'],
    [{ ETH: { ponts: { '0s': 1 } } }, 'prices.ETH.ponts unknown key "ponts": did you mean points?'],
    [
      { APE: { points: { '0s': 1 } }, APE_deprecated: { points: { '0s': 1 } } },
      'prices.APE_deprecated APE and APE_deprecated share one price: write it once',
    ],
    [{ ETH: { rows: [] } }, /^prices\.ETH\.rows\[0\]\[0\] no candles/],
    [{ ETH: { rows: [[1e9, 1, 2, 3, 1]], period: '1m' } }, /^prices\.ETH\.rows\[0\]/],
    [
      { ETH: { rows: [[960000000, 1, 2, 3, 1]], period: '1m' } },
      'prices.ETH.rows[0][2] the high 2 is below the low 3',
    ],
    [{ ETH: { candles: 'nowhere.csv' } }, 'nowhere.csv:1:1 no such file: check the path'],
  ])('%j', async (prices, message) => {
    const error = await sim.session({ prices: prices as never }).then(
      () => undefined,
      (error: Error) => error,
    )
    const said = error?.message.replace('the prices are invalid: ', '').split('; see docs/own-market.md')[0]
    if (typeof message === 'string') expect(said).toBe(message)
    else expect(said).toMatch(message)
  })

  test('of a file in a scenario: its own place is named, and nothing of the scenario is loaded', async () => {
    writeFileSync(join(folder, 'bad.csv'), 'time,open,high,low,close\n2020-01-01,1,2,3,1\n')
    const path = join(folder, 'bad.yaml')
    writeFileSync(path, 'prices:\n  BTC: { points: { 0s: 7 } }\n  ETH: { candles: bad.csv, period: 1d }\n')
    await using session = await sim.session()
    const before = await usd(session, 'BTC')
    await expect(session.loadScenario(path)).rejects.toThrow(
      `the scenario is invalid: ${join(folder, 'bad.csv')}:2:14 the high "2" is below the low "3"`,
    )
    expect(await usd(session, 'BTC')).toBeCloseTo(before, -3)
  })
})

describe('over the control API', () => {
  test('a session has points and rows, and says which prices it and its scenario have', async () => {
    const control = controlOf(sim.url)
    const prices = {
      ETH: { points: { '0s': 2500, '10m': 2100 }, between: 'line' },
      SOL: { rows: [[1_577_836_800, 10, 11, 9, 10]], period: '1h', startsAt: '0s' },
    }
    const made = await control.post('/sessions', {
      id: 'priced',
      prices,
      clock: { at: '2026-03-01T12:05:00Z' },
    })
    expect(made.status).toBe(201)
    const rows = (await (
      await fetch(`${sim.url}/s/priced/arbitrum/prices/candles?tokenSymbol=SOL&period=1h&limit=1`)
    ).json()) as { candles: number[][] }
    expect(rows.candles[0].slice(1, 3)).toEqual([10, rows.candles[0][2]])
    const below = controlOf(`${sim.url}/s/priced`)
    const { body } = await below.put('/scenario', 'prices: { BTC: { points: { 0s: 1 } } }')
    expect(body.scenario.prices).toEqual(['BTC'])
    const own = [
      { asset: 'DOGE', kind: 'points', summary: '2 at 0s USD' },
      {
        asset: 'ETH',
        kind: 'points',
        summary: '2500 at 0s, 2100 at 10m USD, in straight lines',
      },
      {
        asset: 'SOL',
        kind: 'candles',
        summary: 'rows: 1 candle of 1h of 2020-01-01T00:00:00Z, laid from 0s on',
      },
    ]
    expect(body.prices).toEqual(own)
    expect((await below.delete('/scenario')).body).toEqual({
      scenario: null,
      loadedAt: null,
      rules: [],
      prices: own,
    })
    expect((await control.get('/scenario')).body.prices).toEqual(own.slice(0, 1))
    await control.delete('/sessions/priced')
  })

  test.each([
    ['as many as there may be', 10, 201],
    ['one more', 11, 400],
  ])('assets of few rows that take all the room there is for one: %s', async (_, count, status) => {
    const assets = ['ETH', 'BTC', 'SOL', 'DOGE', 'LINK', 'UNI', 'XRP', 'LTC', 'ATOM', 'NEAR', 'AAVE']
    const rows = Array.from({ length: 29 }, (_, n) => [1_760_054_400 + 3456 * n, 10, 11, 9, 10])
    const prices = Object.fromEntries(assets.slice(0, count).map((asset) => [asset, { rows }]))
    const control = controlOf(sim.url)
    const made = await control.post('/sessions', { id: 'many', prices })
    expect(made.status).toBe(status)
    await control.delete('/sessions/many')
    if (status === 400)
      expect(made.body.error.message).toBe(
        'prices the candles of these assets are too large in total: write candles of a longer period, or of a shorter time',
      )
  })

  test.each([
    [
      'a file',
      { ETH: { candles: 'eth.csv' } },
      'prices.ETH.candles files are not available here: write the candles inline, as rows',
    ],
    [
      'an asset that is none',
      { NOPE: { points: { '0s': 1 } } },
      'prices.NOPE unknown asset "NOPE": write a symbol of /tokens',
    ],
  ])('%s is refused', async (_, prices, message) => {
    const { status, body } = await controlOf(sim.url).post('/sessions', { prices })
    expect([status, body.error.code, body.error.message]).toEqual([400, 'bad-prices', message])
  })

  test('a scenario that names a file is refused, with its place', async () => {
    const { status, body } = await controlOf(sim.url).put(
      '/scenario',
      'prices:\n  ETH:\n    candles: /etc/passwd\n',
    )
    expect([status, body.error.code]).toEqual([400, 'bad-scenario'])
    expect(body.error.message).toBe('3:14 files are not available here: write the candles inline, as rows')
  })
})
