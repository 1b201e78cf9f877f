/** What addresses would have answered at a past instant. */
import { describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../../src/entrypoints/index.js'

type Fate = {
  readonly endpoint: string
  readonly rule: string | null
  readonly what: string
  readonly met: string | null
}

const START_MS = Date.parse('2026-03-01T12:00:00Z')

async function start(scenario: Parameters<Simulator['loadScenario']>[0]) {
  const sim = await startSimulator({ clock: { mode: 'frozen', at: '2026-03-01T12:00:00Z' } })
  await sim.loadScenario(scenario)
  const call = async (path: string) =>
    (await (await fetch(`${sim.url}/__sim/v1${path}`)).json()) as {
      bases: { network: string; base: string; endpoints: Fate[] }[]
    }
  const fateAt = async (seconds: number, endpoint = 'tickers', base = 'primary') => {
    const { bases } = await call(`/bases/past?at=${START_MS / 1000 + seconds}`)
    const found = bases.find((one) => one.network === 'arbitrum' && one.base === base)
    const fate = found?.endpoints.find((one) => one.endpoint === endpoint)
    return [fate?.rule, fate?.what, fate?.met]
  }
  const ask = async (path = '/arbitrum/prices/tickers') => (await fetch(`${sim.url}${path}`)).status
  return { sim, call, fateAt, ask, [Symbol.asyncDispose]: () => sim.stop() }
}

describe('bases in the past', () => {
  test('rules with windows alone are exact at any instant, and equal what was forecast then', async () => {
    await using one = await start({
      rules: [
        {
          id: 'limited',
          match: { base: 'primary' },
          when: { after: '10s', until: '30s' },
          fault: { status: 429 },
        },
        { id: 'old', match: { endpoint: 'tickers' }, when: { after: '20s' }, fault: { stale: '6s' } },
      ],
    })
    const forecasts: unknown[] = []
    for (let seconds = 0; seconds < 40; seconds += 5) {
      const { bases } = await one.call('/bases')
      forecasts.push(bases.map(({ network, base, endpoints }) => ({ network, base, endpoints })))
      await one.sim.clock.advance('5s')
    }
    for (const [index, forecast] of forecasts.entries())
      expect((await one.call(`/bases/past?at=${START_MS / 1000 + index * 5}`)).bases).toEqual(forecast)
    expect(await one.fateAt(12)).toEqual(['limited', 'answers 429', 'error'])
    expect(await one.fateAt(12, 'tickers', 'fallback')).toEqual([null, 'data', 'good'])
    // Before the scenario, none had been loaded.
    expect(await one.fateAt(-5)).toEqual([null, 'data', 'good'])
  })

  test('counts of then are traced back through the journal, or said to be missing', async () => {
    await using one = await start({
      rules: [{ id: 'odd', match: { endpoint: 'tickers' }, when: { calls: '2..3' }, fault: { status: 503 } }],
    })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) {
      await one.sim.clock.advance('1s')
      statuses.push(await one.ask())
    }
    expect(statuses).toEqual([200, 503, 503, 200])
    const known = await Promise.all([1, 2, 3, 4].map((seconds) => one.fateAt(seconds)))
    expect(known.map(([rule]) => rule)).toEqual([null, 'odd', 'odd', null])
    await one.sim.journal.clear()
    await one.sim.clock.advance('1s')
    expect(await one.fateAt(2)).toEqual(['odd', 'depends on count: answers 503, the 2nd to 3rd', null])
    expect(await one.fateAt(60)).toEqual(['odd', expect.stringContaining('depends on count'), null])
  })

  test('another scenario before the current one is not guessed', async () => {
    await using one = await start({ name: 'first', rules: [{ fault: { status: 500 } }] })
    await one.sim.clock.advance('10s')
    await one.sim.loadScenario({ name: 'second', rules: [{ id: 'new', fault: { status: 503 } }] })
    await one.sim.clock.advance('10s')
    expect((await one.fateAt(12))[0]).toBe('new')
    expect(await one.fateAt(5)).toEqual([null, 'not known: another scenario may have been loaded', null])
    expect(await one.fateAt(-5)).toEqual([null, 'data', 'good'])
  })
})
