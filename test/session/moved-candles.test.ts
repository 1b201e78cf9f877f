/** Given candles that are moved, so that a recorded series begins or ends at another moment. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type SimulatorSession, startSimulator } from '../../src/entrypoints/index.js'

const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-'))
writeFileSync(
  join(folder, 'eth.csv'),
  'time,open,high,low,close\n2020-01-01 00:00,100,120,90,110\n2020-01-01 00:01,110,111,109,110.5\n',
)
const sim = await startSimulator({ clock: { at: '2026-03-01T12:00:07.450Z' } })
afterAll(async () => {
  await sim.stop()
  rmSync(folder, { recursive: true })
})

const minutes = async (session: SimulatorSession, limit: number) =>
  (await session.ask('arbitrum', 'candles', { tokenSymbol: 'ETH', period: '1m', limit })).candles

const ROWS = [
  [1_577_836_800, 100, 120, 90, 110],
  [1_577_836_860, 110, 111, 109, 110.5],
] as const
const endsAt = (to: string) => ({ ETH: { rows: ROWS, endsAt: to } }) as const
const [noon, old] = [Date.parse('2026-03-01T12:00:00Z') / 1000, [100, 120, 90, 110]]

test('the last candle is complete as the session begins, and the market goes on from its close', async () => {
  await using session = await sim.session({ prices: endsAt('0s') })
  const [running, last, first] = await minutes(session, 3)
  expect([last, first]).toEqual([
    [noon - 60, 110, 111, 109, 110.5],
    [noon - 120, ...old],
  ])
  expect(running[0]).toBe(noon)
  expect(Math.abs(running[1] - 110.5)).toBeLessThan(0.5)
})

test.each([
  ['-1h', 'endsAt', noon - 3600 - 120],
  ['2m', 'endsAt', noon],
  ['2026-02-28T00:02:00Z', 'endsAt', Date.parse('2026-02-28T00:00:00Z') / 1000],
  ['-2m', 'startsAt', noon - 120],
  ['2026-02-28T00:02:00Z', 'startsAt', Date.parse('2026-02-28T00:02:00Z') / 1000],
])('%s as %s', async (to, edge, first) => {
  await using session = await sim.session({ prices: { ETH: { rows: ROWS, [edge]: to } } as never })
  await session.clock.set({ at: first + 120 })
  expect((await minutes(session, 3)).slice(1)).toEqual([
    [first + 60, 110, 111, 109, 110.5],
    [first, ...old],
  ])
})

test.each([
  [
    endsAt('2026-03-01T12:00:30Z'),
    'prices.ETH.endsAt a candle of 1m cannot end at 2026-03-01T12:00:30Z: write a multiple of 1m in UTC, such as 2026-03-01T12:00:00Z',
  ],
  [
    endsAt('now'),
    'write a time since the scenario was loaded, such as 0s, 30m or -3h, or an instant in ISO 8601',
  ],
  [endsAt('yesterday'), 'write a time since the scenario was loaded'],
  [{ ETH: { rows: ROWS, endsAt: '0s', startsAt: '0s' } }, 'write startsAt or endsAt: all candles move alike'],
  [
    { ETH: { points: { '0s': 1 }, endsAt: '0s' } },
    'startsAt, endsAt and period apply to candles and rows only',
  ],
])('%j is refused', async (prices, message) => {
  await expect(sim.session({ prices: prices as never })).rejects.toThrow(message)
})

test('a file that cannot end there is refused with the line of the scenario', async () => {
  const at = (to: string) => {
    writeFileSync(join(folder, 'moved.yaml'), `prices:\n  ETH: { candles: eth.csv, endsAt: ${to} }\n`)
    return sim.session({ scenario: join(folder, 'moved.yaml') })
  }
  await expect(at('2026-03-01T12:00:30Z')).rejects.toThrow('moved.yaml:2:36 a candle of 1m cannot end at')
  await using session = await at('0s')
  expect((await minutes(session, 2))[1]).toEqual([noon - 60, 110, 111, 109, 110.5])
})
