import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { matchers, startSimulator } from '../../../src/entrypoints/index.js'

const sim = await startSimulator()
afterAll(() => sim.stop())
beforeEach(() => sim.reset())

const { toHaveReceived, toHaveHonouredRetryAfter } = matchers
const ping = () => sim.fetch('/arbitrum-fallback/ping')

describe('toHaveReceived', () => {
  test('passes for at least one match, or for an exact count', async () => {
    expect(toHaveReceived(sim).pass).toBe(false)
    expect(toHaveReceived(sim, {}, { times: 0 }).pass).toBe(true)
    await ping()
    await ping()
    expect(toHaveReceived(sim).pass).toBe(true)
    expect(toHaveReceived(sim, { base: 'fallback', status: 200 }, { times: 2 }).pass).toBe(true)
    expect(toHaveReceived(sim, { base: 'fallback' }, { times: 1 }).pass).toBe(false)
    expect(toHaveReceived(sim, { base: 'primary' }).pass).toBe(false)
  })

  test('reports received requests', async () => {
    await ping()
    expect(toHaveReceived(sim, { base: 'primary' }, { times: 2 }).message()).toBe(
      'expected 2 requests with base primary, received 0 requests; the journal:\n' +
        '  #1 2026-01-01T00:00:00.000Z arbitrum fallback GET /ping → 200 ok',
    )
    sim.journal.clear()
    expect(toHaveReceived(sim).message()).toContain('nothing: no request reached this session')
    for (let i = 0; i < 25; i++) await ping()
    expect(toHaveReceived(sim).message()).toContain('  … 5 earlier\n  #6 ')
  })

  test('rejects unsupported values', () => {
    expect(() => toHaveReceived({} as never)).toThrow(
      /toHaveReceived needs a simulator: object; write expect\(sim\)/,
    )
    expect(() => toHaveReceived(sim, { bsae: 'primary' } as never)).toThrow(/did you mean base\?/)
    expect(() => toHaveReceived(sim, {}, { time: 2 } as never)).toThrow(/did you mean times\?/)
  })
})

describe('toHaveHonouredRetryAfter', () => {
  const limited = () =>
    sim.loadScenario({
      rules: [{ match: { base: 'fallback' }, when: { times: 1 }, fault: { status: 429, retryAfter: '60s' } }],
    })

  test('passes when the client waited, or for good', async () => {
    await limited()
    await ping()
    expect(toHaveHonouredRetryAfter(sim).pass).toBe(true)
    await sim.clock.advance('60s')
    await ping()
    expect(toHaveHonouredRetryAfter(sim).pass).toBe(true)
    expect(sim.journal.pauses()).toMatchObject([{ retryAfterMs: 60_000, waitedMs: 60_000, next: { n: 2 } }])
  })

  test('fails when it did not, and says where', async () => {
    await limited()
    await ping()
    await sim.clock.advance('5s')
    await ping()
    const { pass, message } = toHaveHonouredRetryAfter(sim)
    expect(pass).toBe(false)
    expect(message()).toContain(
      'these were not honoured:\n  #2 was sent 5000 ms after #1, whose Retry-After was 60000 ms',
    )
  })

  test('fails when there was nothing to honour', async () => {
    await ping()
    expect(toHaveHonouredRetryAfter(sim).pass).toBe(false)
    expect(toHaveHonouredRetryAfter(sim).message()).toContain('no reply bore a Retry-After')
  })

  test('counts tokens of a bucket; header names ignore case', async () => {
    await sim.loadScenario({
      rules: [
        { match: { base: 'fallback' }, fault: { rateLimit: { requests: 1, per: '10s' } } },
        { match: { base: 'primary' }, fault: { status: 503, headers: { 'Retry-After': 7 } } },
      ],
    })
    await ping()
    await ping()
    await sim.fetch('/arbitrum/ping')
    expect(sim.journal.pauses().map(({ retryAfterMs }) => retryAfterMs)).toEqual([10_000, 7000])
  })
})
