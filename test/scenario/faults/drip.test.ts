import { afterEach, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { oneRule, startUnder } from '../../support/scenario.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())

/** When bytes of a body came, in ms after it was asked for, and how many there were by then. */
async function pace(bytesPerSecond: number): Promise<{ atMs: number; bytes: number }[]> {
  simulator = await startUnder(oneRule({ drip: { bytesPerSecond } }))
  const askedMs = performance.now()
  const reply = await fetch(`${simulator.url}/arbitrum/ping`)
  const seen: { atMs: number; bytes: number }[] = []
  for await (const chunk of reply.body as ReadableStream<Uint8Array>)
    seen.push({ atMs: performance.now() - askedMs, bytes: chunk.length + (seen.at(-1)?.bytes ?? 0) })
  return seen
}

test('never more than the bytes a second, and all of them in the end', async () => {
  const bytesPerSecond = 40
  const seen = await pace(bytesPerSecond)
  expect(seen.at(-1)?.bytes).toBe('{"ok":true}'.length)
  expect(seen.length).toBeGreaterThan(1)
  for (const { atMs, bytes } of seen) expect(bytes).toBeLessThanOrEqual((atMs * bytesPerSecond) / 1000)
})

test('the head is sent at once', async () => {
  simulator = await startUnder(oneRule({ drip: { bytesPerSecond: 1 } }))
  const reply = await fetch(`${simulator.url}/arbitrum/ping`)
  expect(reply.headers.get('content-length')).toBe('11')
  expect(simulator.session.waits.held).toBe(1)
  await reply.body?.cancel()
})
