/** Cost of watchers to the server: memory of disconnected ones, and buffers of those that do not read. */
import { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { queryObjects } from 'node:v8'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_WATCHERS } from '../../../src/server/control/watchers.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { PING } from '../../support/journal.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'
import { watchOf } from '../../support/watch.js'

const LONG = `/ping?${'x'.repeat(2000)}`

let simulator: RunningSimulator
afterEach(() => simulator.stop())
const watch = () => watchOf(`${simulator.url}/__sim/v1/watch`)

test('nothing of disconnected watchers remains', async () => {
  simulator = await startTestSimulator()
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

test('a watcher that does not read is not written to, and takes no more than a socket holds', async () => {
  simulator = await startTestSimulator()
  const { journal } = simulator.session
  const written = vi.spyOn(ServerResponse.prototype, 'write')
  onTestFinished(() => void written.mockRestore())
  const { hostname, port } = new URL(simulator.url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(`GET /__sim/v1/watch HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  await until(() => expect(written).toHaveBeenCalled())
  const [silent] = written.mock.contexts as [ServerResponse]
  const writes = () => written.mock.contexts.filter((response) => response === silent).length

  // Each look at the journal leaves half a megabyte to the next.
  const changes = journal.changes.bind(journal)
  journal.changes = (...asked) => {
    const found = changes(...asked)
    for (let n = 0; n < 250; n++) journal.add({ ...PING, url: LONG }, null, 200, 'ok')
    return found
  }
  const reading = await watch()
  const events = () => reading.told.filter(({ event }) => event === 'journal').length
  await until(async () => {
    const [before, read] = [writes(), events()]
    await until(() => expect(events()).toBeGreaterThan(read + 2))
    expect(writes()).toBe(before)
  })
  expect(silent.writableNeedDrain).toBe(true)
  expect(silent.writableLength).toBeLessThan(2_000_000)
  reading.leave()
  journal.changes = changes
  journal.add({ ...PING, url: '/ping?newest' }, null, 200, 'ok')
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
