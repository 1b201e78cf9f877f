import { afterAll, describe, expect, test } from 'vitest'
import { type SimulatorSession, startSimulator } from '../../../src/entrypoints/index.js'
import { until } from '../../support/until.js'

const sim = await startSimulator({ seed: '42', clock: { at: '2026-03-01T12:00:00Z' } })
afterAll(() => sim.stop())

const textOf = async (session: SimulatorSession, path = '/arbitrum/prices/tickers') =>
  (await session.fetch(path)).text()

describe('a session', () => {
  test('is isolated, at its own addresses', async () => {
    const session = await sim.session({ id: 'mine', seed: '43', clock: { at: '2027-01-01T00:00:00Z' } })
    expect(session.url).toBe(`${sim.url}/s/mine`)
    expect(session.baseUrl('arbitrum', 'fallback')).toBe(`${sim.url}/s/mine/arbitrum-fallback`)
    expect(session.env['GMX_SIM_ARBITRUM_FALLBACK_URL']).toBe(session.baseUrl('arbitrum', 'fallback'))
    await session.loadScenario({ rules: [{ fault: { status: 503 } }] })
    await session.clock.advance('1h')
    expect((await fetch(`${session.baseUrl('arbitrum')}/ping`)).status).toBe(503)
    expect((await session.fetch('/arbitrum/ping')).status).toBe(503)
    expect((await sim.fetch('/s/mine/arbitrum/ping')).status).toBe(503)
    expect((await sim.fetch('/arbitrum/ping')).status).toBe(200)
    expect([session.journal.count(), sim.journal.count()]).toEqual([3, 1])
    expect(session.clock.now().toISOString()).toBe('2027-01-01T01:00:00.000Z')
    expect(sim.clock.now().toISOString()).toBe('2026-03-01T12:00:00.000Z')
    await session.stop()
  })

  test('is as the simulator was started where nothing else is said', async () => {
    await using session = await sim.session()
    expect(await textOf(session)).toBe(await textOf(sim))
    expect(session.id).toMatch(/^[\w-]{36}$/)
  })

  test('says that it has ended: by stop, by its time to live, by the control API', async () => {
    const stopped = await sim.session({ id: 'stopped' })
    await stopped.stop()
    await stopped.stop()
    const brief = await sim.session({ id: 'brief', ttl: '20ms' })
    const deleted = await sim.session({ id: 'deleted' })
    await fetch(`${sim.url}/__sim/v1/sessions/deleted`, { method: 'DELETE' })
    await until(async () => expect((await sim.fetch('/s/brief/arbitrum/ping')).status).toBe(404))
    for (const session of [stopped, brief, deleted]) {
      expect(() => session.journal.count()).toThrow(
        `the session ${session.id} has ended: journal was used afterwards; make another with session(), or give it`,
      )
      await expect(session.fetch('/arbitrum/ping')).rejects.toThrow('has ended')
      await session.stop()
    }
  })

  test.each([
    ['an id that is taken', { id: 'taken' }, /session taken already exists; end it/],
    ['an id that is none', { id: 'a b' }, /invalid session id; write up to 64 letters/],
    ['a ttl', { ttl: '5 minutes' }, /the ttl cannot be read: "5 minutes"; write a number and its unit/],
    ['an option that is none', { tll: '5m' }, /session has no option of that name: tll; did you mean ttl\?/],
  ])('refuses %s', async (_name, options, words) => {
    await sim.session({ id: 'taken' }).catch(() => {})
    await expect(sim.session(options as never)).rejects.toThrow(words)
  })
})

describe('the clock', () => {
  test('advances, jumps, runs and freezes', async () => {
    await using session = await sim.session()
    expect(await session.clock.advance('5m')).toEqual(new Date('2026-03-01T12:05:00Z'))
    expect(await session.advance('250ms')).toEqual(new Date('2026-03-01T12:05:00.250Z'))
    expect(await session.clock.set({ at: 1_800_000_000 })).toEqual(new Date(1_800_000_000_000))
    await session.clock.set({ mode: 'real', rate: 1000 })
    await until(() => expect(session.clock.now().getTime()).toBeGreaterThan(1_800_000_005_000))
    const stood = await session.clock.set({ mode: 'frozen' })
    expect(session.clock.now()).toEqual(stood)
  })

  test.each([
    [() => sim.clock.advance(5 as never), /the time to advance by cannot be read: 5; write a number/],
    [() => sim.clock.advance('36500d'), /the clock cannot go beyond 2100: 36500d would lead there/],
    [() => sim.clock.set({ rate: -1 }), /rate is -1: write a number above 0/],
    [() => sim.clock.set(undefined as never), /the clock cannot be used/],
  ])('refuses in words: %s', async (act, words) => {
    await expect(act()).rejects.toThrow(words)
    expect(sim.clock.now().toISOString()).toBe('2026-03-01T12:00:00.000Z')
  })
})

describe('ask', () => {
  test('returns the healthy reply despite rules, without a journal entry', async () => {
    await using session = await sim.session({ scenario: { rules: [{ fault: { poison: 'zero' } }] } })
    expect(await session.ask('arbitrum', 'tickers')).toEqual(JSON.parse(await textOf(sim)))
    const query = { tokenSymbol: 'ETH', period: '15m', limit: 3 } as const
    const { period, candles } = await session.ask('arbitrum', 'candles', query)
    expect([period, candles.length]).toEqual(['15m', 3])
    expect(session.journal.count()).toBe(0)
    await expect(sim.ask('arbitrum', 'candles', { ...query, tokenSymbol: 'eth' })).rejects.toThrow(
      /candles cannot be asked that: tokenSymbol "eth" is not a token/,
    )
    await expect(sim.ask('arbitrum', 'ticker' as 'tickers')).rejects.toThrow(/did you mean tickers\?/)
  })
})

describe('snapshots', () => {
  test('bring back clock, scenario, counters and journal', async () => {
    await using session = await sim.session({
      scenario: { rules: [{ when: { calls: '2..' }, fault: { status: 500 } }] },
    })
    expect((await session.fetch('/arbitrum/ping')).status).toBe(200)
    const snapshot = session.snapshot()
    await session.clock.advance('1h')
    expect((await session.fetch('/arbitrum/ping')).status).toBe(500)
    await session.loadScenario(undefined)
    await session.restore(snapshot)
    expect(session.clock.now()).toEqual(snapshot.at)
    expect(session.journal.count()).toBe(1)
    expect((await session.fetch('/arbitrum/ping')).status).toBe(500)
    await session.reset()
    expect((await session.fetch('/arbitrum/ping')).status).toBe(200)
  })

  test('snapshots of another session, or unknown ones, are rejected', async () => {
    await using session = await sim.session({ id: 'other' })
    await expect(sim.restore(session.snapshot())).rejects.toThrow(/it is of other, this is root; give what/)
    await expect(sim.restore({ at: new Date(0) })).rejects.toThrow(
      /the snapshot cannot be restored: it is none/,
    )
  })
})

test('a scenario may be a path, a name of the library, a URL, a text or an object', async () => {
  await using session = await sim.session()
  const text = 'rules:\n  - { match: { endpoint: ping }, fault: { status: 418 } }'
  const { pathToFileURL } = await import('node:url')
  for (const scenario of [
    'scenarios/blackout.yaml',
    'blackout',
    pathToFileURL('scenarios/blackout.yaml'),
    text,
    '{"rules":[{"fault":{"status":418}}]}',
    { rules: [{ fault: { status: 418 } }] },
    {},
  ])
    await session.loadScenario(scenario)
  expect((await session.fetch('/arbitrum/ping')).status).toBe(200)
})
