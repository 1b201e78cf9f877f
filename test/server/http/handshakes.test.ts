/** The bounds of unfinished TLS handshakes. */
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createHandshakes,
  LONGEST_HANDSHAKE_MS,
  MAX_HANDSHAKES,
} from '../../../src/server/http/intercept/proxy.js'
import { endAll, HOST, proxied, secured, tunnelTo } from '../../support/intercepting.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  await endAll()
})

const fakeSocket = () => Object.assign(new Socket(), { destroy: vi.fn<Socket['destroy']>() })

test('beyond the limit, the oldest ends; those that are complete, closed or late do not count', () => {
  const handshakes = createHandshakes()
  handshakes.begin(fakeSocket())()
  const closed = fakeSocket()
  handshakes.begin(closed)
  closed.emit('close')
  handshakes.begin(fakeSocket())
  vi.advanceTimersByTime(LONGEST_HANDSHAKE_MS)
  const sockets = Array.from({ length: MAX_HANDSHAKES }, fakeSocket)
  for (const socket of sockets) handshakes.begin(socket)
  expect(sockets.filter(({ destroy }) => destroy.mock.calls.length > 0)).toEqual([])
  handshakes.begin(fakeSocket())
  expect(sockets.filter(({ destroy }) => destroy.mock.calls.length > 0)).toEqual([sockets[0]])
})

test.each(['CONNECT', 'TLS'])('by %s, bytes that drip do not prolong it', async (by) => {
  const { port, tlsPort } = await proxied()
  const socket = by === 'TLS' ? connect(tlsPort, '127.0.0.1') : (await tunnelTo(port, `${HOST}:443`))[1]
  const closed = once(socket.resume(), 'close')
  for (const byte of [22, 3]) {
    socket.write(Buffer.of(byte))
    // Accepted later than the first: the timer of that one runs.
    const another = await secured(connect(tlsPort, '127.0.0.1'))
    another.destroy()
    vi.advanceTimersByTime(LONGEST_HANDSHAKE_MS / 2)
  }
  await closed
})
