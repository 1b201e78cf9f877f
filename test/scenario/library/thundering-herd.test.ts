import { expect, test } from 'vitest'
import { play } from '../../support/library.js'

/** When each of 40 clients is back, which asks at `firstMs(client)` and after each failure `waitMs(tries)` later. */
async function herd(firstMs: (client: number) => number, waitMs: (tries: number, client: number) => number) {
  const { bases, pass, counts, simulator } = await play('thundering-herd')
  pass('20s')
  const startMs = simulator.session.nowMs()
  const waiting = Array.from({ length: 40 }, (_, client) => ({ client, tries: 0, atMs: firstMs(client) }))
  const backMs: number[] = []
  while (waiting.length > 0) {
    const next = waiting.reduce((first, other) => (other.atMs < first.atMs ? other : first))
    simulator.session.clock.set({ atMs: Math.max(simulator.session.nowMs(), startMs + next.atMs) })
    const { status } = await fetch(`${bases.primary}/prices/tickers`)
    next.tries++
    if (status !== 200) next.atMs += waitMs(next.tries, next.client)
    else backMs.push(waiting.splice(waiting.indexOf(next), 1)[0].atMs)
  }
  return { lastMs: Math.max(...backMs), counts: counts() }
}

test('thundering herd: clients that come back at once, second by second, keep each other out', async () => {
  const { lastMs, counts } = await herd(
    () => 0,
    () => 1000,
  )
  expect(lastMs).toBe(7000)
  // 35 are refused in the first second, then 30, 25, …
  expect(counts).toEqual({ 'primary 429 weak': 35 + 30 + 25 + 20 + 15 + 10 + 5, 'primary 200': 40 })
})

test('thundering herd: clients that spread their retries are back as soon, with no refusal', async () => {
  const { lastMs, counts } = await herd(
    (client) => client * 200,
    () => 1000,
  )
  expect(lastMs).toBe(7800)
  expect(counts).toEqual({ 'primary 200': 40 })
})

test('thundering-herd: no base answers while it lasts', async () => {
  const { client, counts } = await play('thundering-herd')
  await expect(client({ triesPerBase: 1 })('/ping')).rejects.toThrow(
    'no answer: primary 503, fallback 503, fallback-2 503',
  )
  expect(counts()).toEqual({ 'primary 503 outage': 1, 'fallback 503 outage': 1, 'fallback-2 503 outage': 1 })
})
