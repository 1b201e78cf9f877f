/** Clients that send or read at their own pace, over real sockets and their buffers. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { dial } from '../../support/raw.js'
import { startTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'

test('a client that goes on sending after the 413 can finish its body: the connection is not reset', async () => {
  const simulator = await startTestSimulator()
  const { port } = new URL(simulator.url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  const errors: Error[] = []
  socket.on('error', (error) => errors.push(error))
  let heard = ''
  socket.setEncoding('latin1').on('data', (text) => {
    heard += text
  })
  socket.write('PUT /__sim/v1/scenario HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097152\r\n\r\n')
  await once(socket, 'end')
  expect(heard).toMatch(/^HTTP\/1.1 413 /)
  const closed = once(socket, 'close')
  socket.end(Buffer.alloc(2 << 20, ' '))
  await closed
  expect(errors).toEqual([])
  await simulator.stop()
})

test('clients that do not read get no further replies computed', async () => {
  const simulator = await startTestSimulator({ clock: 'real' })
  const asked = () => simulator.session.journal.count({ endpoint: 'candles' })
  const big = (n: number) =>
    `GET /arbitrum/prices/candles?tokenSymbol=ETH&period=1m&limit=${10_000 - n} HTTP/1.1\r\nHost: x\r\n\r\n`
  const many = 150
  const socket = dial(simulator.url, () =>
    socket.write(Array.from({ length: many }, (_, n) => big(n)).join('')),
  )
  socket.on('error', () => {}).pause()
  // As many as fit into the buffers of both sides, and those that were begun: the server answers others, and begins no more.
  await until(async () => {
    const before = asked()
    for (let n = 0; n < 50; n++) await fetch(`${simulator.url}/arbitrum/ping`)
    expect(before).toBeGreaterThan(0)
    expect(asked()).toBe(before)
  })
  expect(asked()).toBeLessThan(many / 2)
  socket.resume()
  await until(() => expect(asked()).toBe(many))
  socket.destroy()
  await simulator.stop()
})
