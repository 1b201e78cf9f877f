/** A client's minute passes in milliseconds, and nothing about it is otherwise: whatever it asks with, and with which timers. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { matchers, type ScenarioInput, startSimulator } from '../../../src/entrypoints/index.js'

const sim = await startSimulator()
afterAll(() => sim.stop())
beforeEach(() => sim.reset())
afterEach(() => void vi.useRealTimers())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
type Ask = (url: string) => Promise<Response>

/** Asks until it gets an answer; waits as long as it is told to, or twice as long as before. */
async function patient(ask: Ask, url: string): Promise<{ body: unknown; tries: number }> {
  for (let tries = 1, backOffMs = 1000; ; tries++, backOffMs *= 2) {
    const reply = await ask(url)
    const body = await reply.json()
    if (reply.ok) return { body, tries }
    const retryAfter = reply.headers.get('retry-after')
    await pause(retryAfter === null ? backOffMs : Number(retryAfter) * 1000)
  }
}

const aMinute: ScenarioInput = {
  rules: [
    { match: { endpoint: 'tickers' }, when: { until: '60s' }, fault: { status: 429, retryAfter: '20s' } },
  ],
}

describe.each<[string, () => Ask]>([
  ['over a socket', () => (url) => fetch(sim.url + url)],
  ['in process', () => (url) => sim.fetch(url)],
])('%s', (_way, ask) => {
  test('a minute of backoff takes milliseconds, with every request on time', async () => {
    await sim.loadScenario(aMinute)
    vi.useFakeTimers()
    const client = patient(ask(), '/arbitrum/prices/tickers')
    await sim.advance('65s', { timers: vi })
    vi.useRealTimers()
    expect(await client).toMatchObject({ tries: 4 })
    const instants = sim.journal
      .entries()
      .map(({ at }) => Date.parse(at) - Date.parse('2026-01-01T00:00:00Z'))
    expect(instants).toEqual([0, 20_000, 40_000, 60_000])
    expect(sim.clock.now().toISOString()).toBe('2026-01-01T00:01:05.000Z')
    expect(matchers.toHaveHonouredRetryAfter(sim).pass).toBe(true)
  })

  test('delays of rules pass with it, and a hang holds up nothing', async () => {
    await sim.loadScenario({
      rules: [
        { match: { endpoint: 'ping' }, fault: { delay: '8s' } },
        { match: { endpoint: 'tokens' }, fault: { hang: true } },
      ],
    })
    vi.useFakeTimers()
    const hung = ask()('/arbitrum/tokens').catch(() => 'ended')
    const slow = ask()('/arbitrum/ping').then(({ status }) => status)
    let answered = false
    void slow.then(() => (answered = true))
    await sim.advance('7s', { timers: vi })
    expect(answered).toBe(false)
    await sim.advance('2s', { timers: vi })
    expect(answered).toBe(true)
    vi.useRealTimers()
    await sim.reset()
    expect(await hung).toBe('ended')
  })
})

test('the step says how closely both go together', async () => {
  vi.useFakeTimers()
  void pause(1).then(() => sim.fetch('/arbitrum/ping'))
  await sim.advance('1s', { timers: vi, step: '250ms' })
  expect(sim.journal.entries()[0].at).toBe('2026-01-01T00:00:00.250Z')
})

test.each([
  [{ timers: {} }, /the timers cannot be moved: they have neither .*; give vi, jest/],
  [{ timers: vi, step: '0ms' }, /the step cannot be used: 0ms; write a duration above zero/],
  [{ timers: vi, step: 5 }, /the step cannot be read: 5/],
])('refuses %o', async (options, words) => {
  await expect(sim.advance('1s', options as never)).rejects.toThrow(words)
})

test('rejects a running clock, and invalid durations', async () => {
  await expect(sim.advance('36500d', { timers: vi })).rejects.toThrow(/cannot go beyond 2100/)
  await sim.clock.set({ mode: 'real' })
  await expect(sim.advance('1s', { timers: vi })).rejects.toThrow(
    /a running clock cannot be moved in lock-step: its mode is real; start with clock/,
  )
})
