/** Prices of a session: from a scenario, from the start, from the control API; and what they outlive. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type SimulatorSession, startSimulator } from '../../src/entrypoints/index.js'
import { controlOf } from '../support/control.js'
import { newFolder } from '../support/folder.js'

const folder = newFolder()
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const ROWS = [
  [1_577_836_800, 100, 120, 90, 110],
  [1_577_836_860, 110, 111, 109, 110.5],
] as const
const [OLD, LAST] = ROWS.map(([, ...prices]) => prices)
const eth = file('eth.csv', `time,open,high,low,close\n${ROWS.map((row) => row.join()).join('\n')}\n`)
const day = file(
  'day.yaml',
  'prices:\n  ETH: { candles: eth.csv, startsAt: 0s }\n  BTC: { points: { 0s: 50000 } }\n',
)
const NOON = Date.parse('2026-03-01T12:00:00Z') / 1000
const sim = await startSimulator({
  clock: { at: '2026-03-01T12:00:07.450Z' },
  prices: { DOGE: { points: { '0s': 2 } } },
})
afterAll(() => sim.stop())
const control = controlOf(sim.url)

async function usd(session: SimulatorSession, token: string): Promise<number> {
  const rows = await session.ask('arbitrum', 'tickers')
  const row = rows.find(({ tokenSymbol }) => tokenSymbol === token)
  const decimals = { ETH: 18, wstETH: 18, BTC: 8, USDC: 6, DOGE: 8, SOL: 9 }[token] as number
  return Number(row?.medianPrice) / 10 ** (30 - decimals)
}
const minutes = async (session: SimulatorSession, limit: number) =>
  (await session.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1m', limit })).candles

describe('of a scenario file', () => {
  test('candles of a path relative to the file are served digit for digit, until another scenario; a reset brings them back', async () => {
    await using session = await sim.session({ scenario: day })
    expect(await usd(session, 'BTC')).toBe(50_000)
    await session.advance('3m')
    expect((await minutes(session, 4)).slice(2)).toEqual([
      [NOON + 60, ...LAST],
      [NOON, ...OLD],
    ])
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
    await session.advance('10m')
    expect(await usd(session, 'ETH')).toBe(1234.5)
  })

  test('candles of a file of the working directory are where they were recorded', async () => {
    const clock = { at: '2020-01-01T00:02:00Z' }
    await using session = await sim.session({ prices: { ETH: { candles: eth } }, clock })
    expect((await minutes(session, 3)).slice(1).map(([, ...prices]) => prices)).toEqual([LAST, OLD])
  })

  test.each([
    ['0s', 'endsAt', NOON - 120],
    ['-1h', 'endsAt', NOON - 3600 - 120],
    ['2m', 'endsAt', NOON],
    ['2026-02-28T00:02:00Z', 'endsAt', Date.parse('2026-02-28T00:00:00Z') / 1000],
    ['-2m', 'startsAt', NOON - 120],
    ['2026-02-28T00:02:00Z', 'startsAt', Date.parse('2026-02-28T00:02:00Z') / 1000],
  ])('%s as %s moves candles, and the market goes on from their close', async (to, edge, first) => {
    await using session = await sim.session({ prices: { ETH: { rows: ROWS, [edge]: to } } as never })
    await session.clock.set({ at: first + 120 })
    const [running, ...given] = await minutes(session, 3)
    expect(given).toEqual([
      [first + 60, ...LAST],
      [first, ...OLD],
    ])
    expect(Math.abs(running[1] - 110.5)).toBeLessThan(0.5)
  })
})

const endsAt = (to: string) => ({ ETH: { rows: ROWS, endsAt: to } })

test.each([
  [{ ETHH: { points: { '0s': 1 } } }, 'prices.ETHH unknown asset "ETHH": did you mean ETH?'],
  [{ ETH: { points: { '0s': '1.23456' } } }, /prices\.ETH\.points\.0s .*write at most 4 decimals/],
  [
    { ETH: { points: { soon: 1 } } },
    'prices.ETH.points.soon invalid name "soon": write a number and its unit',
  ],
  [{ ETH: { points: {} } }, 'prices.ETH.points write at least one, such as 0s: 2500'],
  [{ ETH: { points: { '60s': 1, '1m': 2 } } }, 'prices.ETH.points 60 s is repeated'],
  [{ ETH: { points: { '0s': 1 }, candles: 'a.csv' } }, 'prices.ETH write one of points, candles and rows'],
  [{ ETH: {} }, 'prices.ETH write one of points, candles and rows'],
  [{ ETH: { ponts: { '0s': 1 } } }, 'prices.ETH.ponts unknown key "ponts": did you mean points?'],
  [
    { APE: { points: { '0s': 1 } }, APE_deprecated: { points: { '0s': 1 } } },
    'prices.APE_deprecated APE and APE_deprecated share one price: write it once',
  ],
  [{ ETH: { rows: [] } }, 'prices.ETH.rows[0][0] no candles'],
  [{ ETH: { rows: [[960000000, 1, 2, 3, 1]] } }, 'prices.ETH.rows[0][2] the high 2 is below the low 3'],
  [{ ETH: { candles: 'nowhere.csv' } }, 'nowhere.csv:1:1 no such file: check the path'],
  [
    endsAt('2026-03-01T12:00:30Z'),
    'prices.ETH.endsAt a candle of 1m cannot end at 2026-03-01T12:00:30Z: write a multiple of 1m in UTC, such as 2026-03-01T12:00:00Z',
  ],
  [
    endsAt('now'),
    'write a time since the scenario was loaded, such as 0s, 30m or -3h, or an instant in ISO 8601',
  ],
  [{ ETH: { rows: ROWS, endsAt: '0s', startsAt: '0s' } }, 'write startsAt or endsAt: all candles move alike'],
  [
    { ETH: { points: { '0s': 1 }, endsAt: '0s' } },
    'startsAt, endsAt and period apply to candles and rows only',
  ],
])('prices of %j are refused', async (prices, message) => {
  await expect(sim.session({ prices: prices as never })).rejects.toThrow(message)
})

test('a file in a scenario that is invalid is named with its place, and nothing of the scenario is loaded', async () => {
  const bad = file('bad.csv', 'time,open,high,low,close\n2020-01-01,1,2,3,1\n')
  await using session = await sim.session()
  const before = await usd(session, 'BTC')
  const load = (prices: string) => session.loadScenario(file('bad.yaml', `prices:\n${prices}\n`))
  await expect(load('  BTC: { points: { 0s: 7 } }\n  ETH: { candles: bad.csv, period: 1d }')).rejects.toThrow(
    `the scenario is invalid: ${bad}:2:14 the high "2" is below the low "3"`,
  )
  await expect(load('  ETH: { candles: eth.csv, endsAt: 2026-03-01T12:00:30Z }')).rejects.toThrow(
    'bad.yaml:2:36 a candle of 1m cannot end at',
  )
  expect(await usd(session, 'BTC')).toBeCloseTo(before, -3)
})

describe('over the control API', () => {
  test('a session has points and rows, and says which prices it and its scenario have', async () => {
    const prices = {
      ETH: { points: { '0s': 2500, '10m': 2100 }, between: 'line' },
      SOL: { rows: [[1_577_836_800, 10, 11, 9, 10]], period: '1h', startsAt: '0s' },
    }
    const clock = { at: '2026-03-01T12:05:00Z' }
    expect((await control.post('/sessions', { id: 'priced', prices, clock })).status).toBe(201)
    const below = controlOf(`${sim.url}/s/priced`)
    const { body } = await below.put('/scenario', 'prices: { BTC: { points: { 0s: 1 } } }')
    expect(body.scenario.prices).toEqual(['BTC'])
    const own = [
      { asset: 'DOGE', kind: 'points', summary: '2 at 0s USD' },
      { asset: 'ETH', kind: 'points', summary: '2500 at 0s, 2100 at 10m USD, in straight lines' },
      {
        asset: 'SOL',
        kind: 'candles',
        summary: 'rows: 1 candle of 1h of 2020-01-01T00:00:00Z, laid from 0s on',
      },
    ]
    const none = { scenario: null, loadedAt: null, rules: [] }
    expect((await below.delete('/scenario')).body).toEqual({ ...none, prices: own })
    expect((await control.get('/scenario')).body.prices).toEqual(own.slice(0, 1))
    await control.delete('/sessions/priced')
  })

  test('the rows of all assets together have a limit', async () => {
    const assets = ['ETH', 'BTC', 'SOL', 'DOGE', 'LINK', 'UNI', 'XRP', 'LTC', 'ATOM', 'NEAR', 'AAVE']
    const rows = Array.from({ length: 29 }, (_, n) => [1_760_054_400 + 3456 * n, 10, 11, 9, 10])
    const make = (count: number) => {
      const prices = Object.fromEntries(assets.slice(0, count).map((asset) => [asset, { rows }]))
      return control.post('/sessions', { id: 'many', prices })
    }
    expect((await make(10)).status).toBe(201)
    await control.delete('/sessions/many')
    const { status, body } = await make(11)
    expect([status, body.error.message]).toEqual([
      400,
      'prices the candles of these assets are too large in total: write candles of a longer period, or of a shorter time',
    ])
  })

  test('files are refused, in a session and in a scenario, with their place', async () => {
    const hint = 'files are not available here: write the candles inline, as rows'
    const own = await control.post('/sessions', { prices: { ETH: { candles: 'eth.csv' } } })
    expect([own.status, own.body.error.code]).toEqual([400, 'bad-prices'])
    expect(own.body.error.message).toBe(`prices.ETH.candles ${hint}`)
    const loaded = await control.put('/scenario', 'prices:\n  ETH:\n    candles: /etc/passwd\n')
    expect([loaded.status, loaded.body.error.code]).toEqual([400, 'bad-scenario'])
    expect(loaded.body.error.message).toBe(`3:14 ${hint}`)
  })
})
