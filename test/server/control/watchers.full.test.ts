/** Cost of watchers to the server: memory of disconnected ones, and buffers of those that do not read. */
import { connect } from 'node:net'
import { queryObjects } from 'node:v8'
import { afterEach, expect, test } from 'vitest'
import { MAX_WATCHERS } from '../../../src/server/control/watchers.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { startTestSimulator } from '../../support/simulator.js'
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
  await expect.poll(() => counts.now(), { timeout: 20_000 }).toBe(0)

  // Each has one of its own.
  const heldSignals = () => queryObjects(AbortController, { format: 'count' })
  const heldBefore = heldSignals()
  for (let times = 0; times < MAX_WATCHERS; times++) {
    const one = await watch()
    await one.until('journal')
    one.leave()
    await one.ended
  }
  await expect.poll(heldSignals, { timeout: 20_000 }).toBeLessThan(heldBefore + MAX_WATCHERS / 2)
})

test('a watcher that does not read is not written to, and takes no more than a socket holds', async () => {
  simulator = await startTestSimulator()
  const { hostname, port } = new URL(simulator.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(`GET /__sim/v1/watch HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  const { journal } = simulator.session
  let made = 0
  const changes = journal.changes.bind(journal)
  journal.changes = (...asked) => {
    made++
    return changes(...asked)
  }
  // Each entry has its URL: some hundred of these are more than a socket holds.
  const url = `${simulator.url}/arbitrum/ping?${'x'.repeat(12_000)}`
  let [last, still] = [-1, 0]
  for (let round = 0; still < 5 && round < 400; round++) {
    await Promise.all(Array.from({ length: 50 }, () => fetch(url)))
    await new Promise((resolve) => setTimeout(resolve, 50))
    still = made === last && made > 0 ? still + 1 : 0
    last = made
  }
  expect(still).toBe(5)
  await fetch(`${simulator.url}/arbitrum/ping?newest`)
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
