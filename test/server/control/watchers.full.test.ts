/** Cost of watchers to the server: memory of disconnected ones, and buffers of those that do not read. */
import { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { queryObjects } from 'node:v8'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_WATCHERS } from '../../../src/server/control/watchers.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'
import { watchOf } from '../../support/watch.js'

let simulator: RunningSimulator
afterEach(() => simulator.stop())
const watch = () => watchOf(`${simulator.url}/__sim/v1/watch`)

test('nothing of disconnected watchers remains', async () => {
  simulator = await startTestSimulator()
  const { session } = simulator
  const counts = countListeners(session)
  const first = await watch()
  await first.until('journal')
  expect(counts.now()).toBe(2)
  first.leave()
  await first.ended
  await until(() => expect(counts.now()).toBe(0))

  // Each has one of its own.
  const heldSignals = () => queryObjects(AbortController, { format: 'count' })
  const heldBefore = heldSignals()
  for (let times = 0; times < MAX_WATCHERS; times++) {
    const one = await watch()
    await one.until('journal')
    one.leave()
    await one.ended
  }
  await until(() => expect(heldSignals()).toBeLessThan(heldBefore + MAX_WATCHERS / 2))
})

test('a watcher that does not read is not written to, until it reads again', async () => {
  simulator = await startTestSimulator()
  const writes = vi.spyOn(ServerResponse.prototype, 'write')
  onTestFinished(() => writes.mockRestore())
  const { hostname, port } = new URL(simulator.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(`GET /__sim/v1/watch?period=1m HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  /** Whether the socket took each write to the watcher. */
  const taken = () =>
    writes.mock.results
      .filter((_, n) => (writes.mock.contexts[n] as ServerResponse).req.url?.endsWith('?period=1m'))
      .map(({ value }) => value)
  // Each entry has its URL: some hundred of these are more than a socket holds.
  const url = `${simulator.url}/arbitrum/ping?${'x'.repeat(12_000)}`
  const reading = await watch()
  const reported = async (name: string) => {
    await fetch(`${simulator.url}/arbitrum/ping?${name}`)
    const isNamed = (entry: { readonly url: string }) => entry.url.endsWith(`?${name}`)
    await reading.until('journal', ({ entries }) => entries.some(isNamed))
  }
  await until(() => expect(taken()).not.toEqual([]))
  // Full once a round of entries, which another watcher receives, adds no write.
  for (let round = 0, before = -1; before !== taken().length; round++) {
    before = taken().length
    await Promise.all(Array.from({ length: 50 }, () => fetch(url)))
    await reported(`round-${round}`)
  }
  expect(taken().at(-1)).toBe(false)
  await reported('newest')
  reading.leave()
  const seen = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (part) => {
      text += part
      if (text.includes('/ping?newest')) resolve(text)
    })
  })
  socket.resume()
  expect(await seen).toContain('event: journal')
  socket.destroy()
})

function countListeners(session: RunningSimulator['session']) {
  let count = 0
  for (const name of ['onChange', 'onEnd'] as const) {
    const original = session[name].bind(session)
    session[name] = (listener) => {
      count++
      const callOff = original(listener)
      return () => {
        count--
        callOff()
      }
    }
  }
  return { now: () => count }
}
