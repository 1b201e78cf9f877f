/** Connections that send requests and do not read, or go away: how much is begun for them, and that it is let go. */
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MAX_BEGUN, MAX_WAITING } from '../../../src/server/http/backpressure.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { dial } from '../../support/raw.js'
import { load, oneRule, startUnder } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'

let simulator: RunningSimulator
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await simulator?.stop()
  simulator = undefined as never
})

const HANG = oneRule({ hang: true })
const pings = (count: number) => 'GET /arbitrum/ping HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count)

/** A connection that says all of this at once, and reads nothing. */
function flood(text: string): Socket {
  const socket = dial(simulator.url, () => socket.write(text))
  sockets.push(socket.on('error', () => {}))
  return socket
}

/** The bodies of all replies, once that number has arrived. */
async function heard(socket: Socket, count: number): Promise<string[]> {
  let text = ''
  socket.on('data', (more) => {
    text += more
  })
  return until(() => {
    const bodies = text.split(/HTTP\/1\.1 200 OK[\s\S]*?\r\n\r\n/).slice(1)
    expect(bodies).toHaveLength(count)
    expect(text).toMatch(/\}$/)
    return bodies
  })
}

const held = () => simulator.session.waits.held
const asked = () => simulator.session.journal.count()

test('a limited number of requests per connection is in progress; all are answered in order', async () => {
  simulator = await startUnder(HANG)
  const socket = flood(
    Array.from({ length: 100 }, (_, n) => `GET /arbitrum/nope/${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
  )
  await until(() => expect(held()).toBe(MAX_BEGUN))
  expect(asked()).toBe(MAX_BEGUN)
  socket.destroy()
  await until(() => expect(held()).toBe(0))
  expect(asked()).toBe(MAX_BEGUN)
})

test('a flood of requests is answered completely and in order', async () => {
  simulator = await startTestSimulator()
  const limits = Array.from({ length: 300 }, (_, n) => 1 + (n % 50))
  const socket = flood(
    limits
      .map(
        (limit) =>
          `GET /arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=${limit} HTTP/1.1\r\nHost: x\r\n\r\n`,
      )
      .join(''),
  )
  const rows = (await heard(socket, limits.length)).map((body) => JSON.parse(body).candles.length)
  expect(rows).toEqual(limits)
})

test('requests that were sent behind a delay are answered after it', async () => {
  simulator = await startUnder(oneRule({ delay: '30s' }))
  const socket = flood(pings(3 * MAX_BEGUN))
  await until(() => expect(held()).toBe(MAX_BEGUN))
  load(simulator.session, {})
  expect(await heard(socket, 3 * MAX_BEGUN)).toEqual(Array(3 * MAX_BEGUN).fill('{"ok":true}'))
})

test.each([1, MAX_BEGUN, 200])(
  'a client that disconnects with %i held requests is released',
  async (count) => {
    simulator = await startUnder(HANG)
    const socket = flood(pings(count))
    await until(() => expect(held()).toBe(Math.min(count, MAX_BEGUN)))
    socket.destroy()
    await until(() => expect(held()).toBe(0))
  },
)

test('a connection that pipelines without end is closed; others are served', async () => {
  simulator = await startUnder(oneRule({ hang: true }, { match: { endpoint: 'ping' } }))
  const socket = flood(pings(20 * MAX_WAITING))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await until(() => expect(held()).toBe(MAX_BEGUN))
  expect((await fetch(`${simulator.baseUrls.arbitrum.primary}/tokens`)).status).toBe(200)
  socket.resume()
  await ended
  await until(() => expect(held()).toBe(0))
  expect(asked()).toBe(MAX_BEGUN + 1)
})

test('clients that do not read get no further replies computed', async () => {
  simulator = await startTestSimulator({ clock: 'real' })
  const big = (n: number) =>
    `GET /arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=${10_000 - n} HTTP/1.1\r\nHost: x\r\n\r\n`
  const many = 150
  const socket = flood(Array.from({ length: many }, (_, n) => big(n)).join(''))
  socket.pause()
  // As many as fit into the buffers of both sides, and those that were begun.
  let before = -1
  await until(async () => {
    const now = asked()
    const isStill = now === before
    before = now
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(isStill && now > 0).toBe(true)
  })
  expect(asked()).toBeLessThan(many / 2)
  socket.resume()
  await until(() => expect(asked()).toBe(many))
})
