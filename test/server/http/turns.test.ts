/** Connections take turns: how many requests begin per connection and turn, and which connection is closed. */
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { nextTurn } from '../../../src/kit/clock/timers.js'
import { createLoad, enqueue, MAX_BEGUN } from '../../../src/server/http/backpressure.js'
import { MAX_PER_TURN, MAX_UNREAD_BYTES } from '../../../src/server/http/turns.js'

/** A socket of which the test says what is written and not taken. */
class StillSocket extends EventEmitter {
  writableLength = 0
  readonly writableHighWaterMark = 16_384
  readonly destroyed = false
  isRead = true

  pause(): void {
    this.isRead = false
  }

  resume(): void {
    this.isRead = true
  }

  destroy(): void {
    this.emit('close')
  }
}

/** A server; every request takes `costMs`. */
function server(costMs = 0) {
  const begun: EventEmitter[] = []
  let nowMs = 0
  const listener = (_: unknown, response: EventEmitter) => {
    begun.push(response)
    nowMs += costMs
  }
  const take = enqueue(
    listener as never,
    createLoad(() => nowMs),
  )
  const ask = (socket: StillSocket, count: number, url = '/arbitrum/ping') => {
    const asked = Array.from({ length: count }, () =>
      Object.assign(new EventEmitter(), { writableLength: 0 }),
    )
    for (const response of asked) take({ socket, url } as never, response as never)
    return asked
  }
  return { begun, ask }
}

function connection() {
  const socket = new StillSocket()
  const { begun, ask } = server()
  /** The oldest reply that is not taken is. */
  let taken = 0
  const takeOne = async () => {
    begun[taken++].emit('close')
    await nextTurn()
    await nextTurn()
  }
  return { socket, begun, ask: (count: number, url?: string) => ask(socket, count, url), takeOne }
}

test('unanswered: 16 are in progress, one more per reply taken, and reading resumes when none waits', async () => {
  const { socket, begun, ask, takeOne } = connection()
  ask(MAX_BEGUN)
  expect([begun.length, socket.isRead]).toEqual([16, true])
  ask(134)
  for (let taken = 0; taken < 134; taken++) {
    expect([begun.length, socket.isRead]).toEqual([16 + taken, false])
    await takeOne()
  }
  expect([begun.length, socket.isRead]).toEqual([150, true])
  socket.destroy()
})

test('unread: while output is pending, no further request starts', async () => {
  const { socket, begun, ask, takeOne } = connection()
  ask(3)
  socket.writableLength = 16_384
  ask(147)
  expect([begun.length, socket.isRead]).toEqual([3, false])
  await takeOne()
  await takeOne()
  expect(begun.length).toBe(3)
  await takeOne()
  expect(begun.length).toBe(4)
  socket.writableLength = 0
  await takeOne()
  expect([begun.length, socket.isRead]).toEqual([4 + 16, false])
  socket.destroy()
})

test('control calls: one in progress per connection, in a session and below a mount, too', async () => {
  for (const url of ['/__sim/v1/journal?limit=10000', '/s/a/__sim/v1/journal', '/mounted/__sim/v1/health']) {
    const { socket, begun, ask, takeOne } = connection()
    ask(16, url)
    await nextTurn()
    for (let taken = 0; taken < 16; taken++) {
      expect(begun).toHaveLength(taken + 1)
      await takeOne()
    }
    socket.destroy()
  }
})

test('turns: another connection is served before the third of 300 slow requests', async () => {
  const { begun, ask } = server(6)
  const [busy, other] = [new StillSocket(), new StillSocket()]
  ask(busy, 300)
  const [ping] = ask(other, 1)
  await nextTurn()
  await nextTurn()
  expect(begun.indexOf(ping as never)).toBeLessThan(4)
  expect(begun).toContain(ping)
  for (const socket of [busy, other]) socket.destroy()
})

test('turns: a limited number of pipelined requests begins per turn, however fast', async () => {
  const { begun, ask } = server()
  const sockets = Array.from({ length: 3 }, () => new StillSocket())
  for (const socket of sockets) ask(socket, MAX_BEGUN)
  // The first of each idle connection is not delayed.
  expect(begun).toHaveLength(MAX_PER_TURN + 2)
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect(begun).toHaveLength(3 * MAX_BEGUN)
  for (const socket of sockets) socket.destroy()
})

test('turns: one control call of all connections begins per turn', async () => {
  const { begun, ask } = server()
  const sockets = Array.from({ length: 20 }, () => new StillSocket())
  for (const socket of sockets) ask(socket, 1, '/__sim/v1/openapi.json')
  expect(begun).toHaveLength(1)
  for (let turn = 0; turn < 40; turn++) await nextTurn()
  expect(begun).toHaveLength(20)
  for (const socket of sockets) socket.destroy()
})

test('turns: queued control calls of other connections do not delay a request of an idle one', async () => {
  const { begun, ask } = server(30)
  const sockets = Array.from({ length: 20 }, () => new StillSocket())
  for (const socket of sockets) ask(socket, 2, '/__sim/v1/journal?limit=10000')
  for (let turn = 0; turn < 4; turn++) {
    const { length } = begun
    const idle = new StillSocket()
    const [ping] = ask(idle, 1)
    expect(begun.slice(length)).toEqual([ping])
    sockets.push(idle)
    await nextTurn()
    await nextTurn()
  }
  for (const socket of sockets) socket.destroy()
})

test('unread replies of all connections are bounded: the connection with the most is closed', async () => {
  const { ask } = server(200)
  const sockets = Array.from({ length: 3 }, () => new StillSocket())
  const closed: number[] = []
  for (const [index, socket] of sockets.entries()) {
    socket.on('close', () => closed.push(index))
    ask(socket, 1)
    for (let turn = 0; turn < 3; turn++) await nextTurn()
  }
  for (const [index, socket] of sockets.entries())
    socket.writableLength = (index * MAX_UNREAD_BYTES) / 2 + index
  ask(new StillSocket(), 1)
  for (let turn = 0; turn < 3; turn++) await nextTurn()
  expect(closed).toEqual([2])
  for (const socket of sockets) socket.destroy()
})
