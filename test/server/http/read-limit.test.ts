/** Requests that are parsed per turn of the event loop, over real sockets. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { nextTurn } from '../../../src/kit/clock/timers.js'
import { loadOf } from '../../../src/server/http/backpressure.js'
import { MAX_QUEUED_PER_TURN } from '../../../src/server/http/read-limit.js'
import { listen } from '../../../src/server/http/server.js'
import { until } from '../../support/until.js'

/** More requests than one read of a socket holds. */
const ONE_READ = 65_536 / 'GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.length + 1

test('20 connections pipeline at once: a limited number is parsed per turn, and all are read', async () => {
  let begun = 0
  const listener = () => void begun++
  const server = await listen(listener, '127.0.0.1', 0)
  const sockets = await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve) => {
          const socket = connect(server.port, '127.0.0.1', () => resolve(socket)).on('error', () => {})
        }),
    ),
  )
  const load = loadOf(listener)
  const write = (count: number) => {
    for (const socket of sockets) socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))
  }
  // All are accepted before the flood.
  write(1)
  await until(() => expect(begun).toBe(20))
  write(900)
  let most = 0
  let before = 20
  for (let turn = 0; turn < 2000 && before < 20 * 901; turn++) {
    await nextTurn()
    const parsed = load.waiting + begun
    most = Math.max(most, parsed - before)
    before = parsed
  }
  expect(before).toBe(20 * 901)
  expect(most).toBeLessThan(MAX_QUEUED_PER_TURN + ONE_READ)
  for (const socket of sockets) socket.destroy()
  await server.close()
})
