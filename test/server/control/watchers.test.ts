/** Watchers: access, limit, and cost to the server. */
import { connect } from 'node:net'
import { queryObjects } from 'node:v8'
import { afterEach, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/testing/start.js'
import { MAX_WATCHERS } from '../../../src/server/control/watchers.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { SERVERS, startTestSimulator, type Typed, testAlone } from '../../support/simulator.js'
import { type Watch, watchOf } from '../../support/watch.js'

const running: RunningSimulator[] = []
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
})
const start = async (typed: Typed = {}) => {
  const simulator = await startTestSimulator(typed)
  running.push(simulator)
  return simulator
}
const watch = (simulator: RunningSimulator, headers?: Record<string, string>): Promise<Watch> =>
  watchOf(`${simulator.url}/__sim/v1/watch`, headers)

test(`there may be ${MAX_WATCHERS} of each server, its sessions' too; who leaves makes room`, async () => {
  const simulator = await start()
  const most = MAX_WATCHERS * SERVERS
  await controlOf(simulator.url).post('/sessions', { id: 'other' })
  const open = [await watchOf(`${simulator.url}/s/other/__sim/v1/watch`)]
  while (open.length < most) open.push(await watch(simulator))
  await Promise.all(open.map((one) => one.until('journal')))
  expect((await watch(simulator)).status).toBe(429)
  open[0].leave()
  await open[0].ended
  await expect.poll(async () => (await watch(simulator)).status, { timeout: 20_000 }).toBe(200)
})

test('requires a token, and rejects pages of other origins', async () => {
  const guarded = await start({ controlToken: 'correct horse' })
  expect((await watch(guarded)).status).toBe(401)
  const allowed = await watch(guarded, { authorization: 'Bearer correct horse' })
  expect(await allowed.until('hello')).toMatchObject({ session: null })
  const open = await start()
  expect((await watch(open, { origin: 'https://evil.test' })).status).toBe(403)
  const none = await start({ noControl: 'true' })
  expect((await watch(none)).status).toBe(404)
})

test('nothing of disconnected watchers remains', async () => {
  const simulator = await start()
  const { session } = simulator
  const counts = countListeners(session)
  const first = await watch(simulator)
  await first.until('journal')
  expect(counts.now()).toBe(2)
  first.leave()
  await first.ended
  await expect.poll(() => counts.now(), { timeout: 20_000 }).toBe(0)

  // Each has one of its own.
  const heldSignals = () => queryObjects(AbortController, { format: 'count' })
  const heldBefore = heldSignals()
  for (let times = 0; times < MAX_WATCHERS; times++) {
    const one = await watch(simulator)
    await one.until('journal')
    one.leave()
    await one.ended
  }
  await expect.poll(heldSignals, { timeout: 20_000 }).toBeLessThan(heldBefore + MAX_WATCHERS / 2)
})

testAlone('watchers of a session share what is computed for a change', async () => {
  const simulator = await start()
  const open = await Promise.all(Array.from({ length: MAX_WATCHERS }, () => watch(simulator)))
  await Promise.all(open.map((one) => one.until('journal')))
  const { session } = simulator
  let computed = 0
  const { journal } = session
  const traffic = journal.traffic.bind(journal)
  journal.traffic = (...asked) => {
    computed++
    return traffic(...asked)
  }
  for (const name of ['a', 'b', 'c']) {
    const { status } = await controlOf(simulator.url).put('/scenario', { name, rules: [] })
    expect(status).toBe(200)
    await Promise.all(open.map((one) => one.until('scenario', (timeline) => timeline.name === name)))
  }
  // Three changes, and the checks of each second that are not in step.
  expect(computed).toBeLessThan(2 * MAX_WATCHERS)
  for (const one of open) one.leave()
})

// A balancer has buffers of its own.
testAlone('who does not read is not written to, and takes no more than a socket holds', async () => {
  const simulator = await start()
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

test('in process, a stream is read live and ends when its reader cancels', async () => {
  const sim = await startSimulator()
  const reply = await sim.fetch('/__sim/v1/watch')
  expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
  const readUntil = async (event: RegExp) => {
    let text = ''
    while (!event.test(text)) text += new TextDecoder().decode((await reader.read()).value)
  }
  await readUntil(/event: journal/)
  await sim.fetch('/arbitrum/ping')
  await readUntil(/event: journal\ndata: .*"endpoint":"ping"/)
  await reader.cancel()
  await sim.stop()
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
