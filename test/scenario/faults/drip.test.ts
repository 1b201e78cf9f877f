import { afterEach, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/simulator.js'
import { oneRule, startUnder } from '../../support/scenario.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())

/** When bytes of a body came, in ms after its head, and how many there were by then. */
async function pace(bytesPerSecond: number): Promise<{ atMs: number; bytes: number }[]> {
  simulator = await startUnder(oneRule({ drip: { bytesPerSecond } }))
  const reply = await fetch(`${simulator.url}/arbitrum/ping`)
  const headMs = performance.now()
  const seen: { atMs: number; bytes: number }[] = []
  for await (const chunk of reply.body as ReadableStream<Uint8Array>)
    seen.push({ atMs: performance.now() - headMs, bytes: chunk.length + (seen.at(-1)?.bytes ?? 0) })
  return seen
}

test('the head comes at once, the body at its pace, and it is whole in the end', async () => {
  const seen = await pace(40)
  expect(seen.at(-1)?.bytes).toBe('{"ok":true}'.length)
  expect(seen.length).toBeGreaterThan(3)
  // 11 bytes at 40 a second take 275 ms; never are there more than the pace allows, give or take a timer's grain.
  for (const { atMs, bytes } of seen) expect(bytes).toBeLessThanOrEqual((atMs + 20) * 0.04 + 1)
})

test('a pace of less than a byte at a time sends single bytes', async () => {
  const seen = await pace(20)
  expect(seen).toHaveLength(11)
})

test('a fast one is over within its first step', async () => {
  expect((await pace(1_000_000)).length).toBeLessThanOrEqual(2)
})
