/** Connections that pipeline, do not read, or go away: how much is begun for them and in which order, and that it is let go. */
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { nextTurn } from '../../../src/kit/clock/timers.js'
import { createTurns, inTurn, MAX_UNANSWERED, MAX_WAITING, turnsOf } from '../../../src/server/http/turns.js'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { dial } from '../../support/raw.js'
import { oneRule, startUnder } from '../../support/scenario.js'
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
const queued = () => turnsOf(simulator.app).waiting

test('one request of a connection is in progress: those behind it are neither begun nor journalled', async () => {
  simulator = await startUnder(HANG)
  const socket = flood(
    Array.from({ length: 100 }, (_, n) => `GET /arbitrum/nope/${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
  )
  await until(() => expect(held()).toBe(1))
  expect(asked()).toBe(1)
  socket.destroy()
  await until(() => expect(held()).toBe(0))
  expect(asked()).toBe(1)
})

test('a flood of requests is answered completely and in order', async () => {
  simulator = await startTestSimulator()
  const limits = Array.from({ length: 300 }, (_, n) => 1 + (n % 50))
  const candles = '/arbitrum/prices/candles?tokenSymbol=ETH&period=1m'
  const socket = flood(
    limits.map((limit) => `GET ${candles}&limit=${limit} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
  )
  const rows = (await heard(socket, limits.length)).map((body) => JSON.parse(body).candles.length)
  expect(rows).toEqual(limits)
})

test('a connection that pipelines without end is closed; others are served', async () => {
  simulator = await startUnder(oneRule({ hang: true }, { match: { endpoint: 'ping' } }))
  const socket = flood(pings(20 * MAX_UNANSWERED))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  expect((await fetch(`${simulator.baseUrls.arbitrum.primary}/tokens`)).status).toBe(200)
  socket.resume()
  await ended
  await until(() => expect([held(), queued()]).toEqual([0, 0]))
  expect(asked()).toBe(2)
})

/** A server without sockets, of which every request takes `costMs`. */
function server(costMs: number) {
  let nowMs = 0
  const begun: EventEmitter[] = []
  const turns = createTurns(() => nowMs)
  const take = inTurn(
    ((_: unknown, response: EventEmitter) => {
      begun.push(response)
      nowMs += costMs
      void nextTurn().then(() => response.emit('close'))
    }) as never,
    turns,
  )
  const ask = (count: number, url = '/arbitrum/ping') => {
    const socket = {
      destroyed: false,
      destroy() {
        this.destroyed = true
      },
    }
    const responses = Array.from({ length: count }, () => new EventEmitter())
    for (const response of responses) take({ socket, url } as never, response as never)
    return { responses, socket }
  }
  return { begun, turns, ask }
}

test.each(['/arbitrum/ping', '/s/a/__sim/v1/journal', '/mounted/__sim/v1/health'])(
  'slow pipelines to %s take turns, and delay no request of an idle connection',
  async (url) => {
    const { begun, turns, ask } = server(30)
    for (let n = 0; n < 20; n++) ask(3, url)
    for (let turn = 0; turn < 4; turn++) {
      const before = begun.length
      const [ping] = ask(1).responses
      expect(begun.slice(before)).toEqual([ping])
      await nextTurn()
      await nextTurn()
      expect(begun.length - before).toBeLessThan(5)
    }
    while (turns.waiting > 0) await nextTurn()
    expect(begun).toHaveLength(20 * 3 + 4)
  },
)

test('requests that wait on all connections are bounded: the connection that brings one more is closed', async () => {
  const { turns, ask } = server(0)
  const sockets = Array.from({ length: 7 }, () => ask(MAX_UNANSWERED - 1).socket)
  expect(turns.waiting).toBeLessThanOrEqual(MAX_WAITING)
  expect(sockets.findIndex(({ destroyed }) => destroyed)).toBe(6)
  while (turns.waiting > 0) await nextTurn()
})
