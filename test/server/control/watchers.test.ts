/** Watchers: their limit, and streams in process. */
import { afterEach, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/testing/start.js'
import { MAX_WATCHERS } from '../../../src/server/control/watchers.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { SERVERS, startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'
import { watchOf } from '../../support/watch.js'

const running: RunningSimulator[] = []
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
})
const start = async () => {
  const simulator = await startTestSimulator()
  running.push(simulator)
  return simulator
}
const watch = (simulator: RunningSimulator) => watchOf(`${simulator.url}/__sim/v1/watch`)

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
  await until(async () => expect((await watch(simulator)).status).toBe(200))
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
