/** Bodies of control calls above the limit: rejected by their declared or received length. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parseReply, say } from '../../support/raw.js'
import { startTestSimulator } from '../../support/simulator.js'

describe('a body that declares more than 1 MiB', () => {
  const head = (more = '') =>
    `PUT /__sim/v1/scenario HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048577\r\n${more}\r\n`

  test.each([
    ['without any of it', head()],
    ['with 100-continue', head('Expect: 100-continue\r\n')],
  ])('%s: 413 at once, and the connection is closed', async (_, text) => {
    const simulator = await startTestSimulator()
    const heard = await say(simulator.url, text)
    expect(heard).toMatch(/^HTTP\/1.1 413 /)
    expect(parseReply(heard).head.connection).toBe('close')
    await simulator.stop()
  })

  test('a shorter one is continued', async () => {
    const simulator = await startTestSimulator()
    const body = '{}'
    const text = `PUT /__sim/v1/clock HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`
    const heard = await say(simulator.url, text, body)
    expect(heard).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
    await simulator.stop()
  })
})

describe('a client that goes on sending after the 413', () => {
  const start = async () => {
    const simulator = await startTestSimulator()
    const socket = connect({
      port: Number(new URL(simulator.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    const errors: Error[] = []
    socket.on('error', (error) => errors.push(error))
    const heard: Buffer[] = []
    socket.on('data', (part: Buffer) => heard.push(part))
    socket.write('PUT /__sim/v1/scenario HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097152\r\n\r\n')
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    await once(socket, 'end')
    expect(Buffer.concat(heard).toString()).toMatch(/^HTTP\/1.1 413 /)
    return { simulator, socket, closed, errors }
  }

  test('can finish its body: the connection is not reset', async () => {
    const { simulator, socket, closed, errors } = await start()
    socket.end(Buffer.alloc(2 << 20, ' '))
    await closed
    expect(errors).toEqual([])
    await simulator.stop()
  })

  test('is disconnected when it does not finish', async () => {
    const { simulator, socket, closed } = await start()
    // A write to a closed connection fails, which closes the socket.
    const beat = setInterval(() => socket.write(' '), 50)
    await closed
    clearInterval(beat)
    await simulator.stop()
  })
})

test('a chunked body: 413 as soon as it exceeds 1 MiB, without its end', async () => {
  const simulator = await startTestSimulator()
  const head = 'PUT /__sim/v1/scenario HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  const heard = await say(simulator.url, `${head}100001\r\n${' '.repeat(0x1_00_001)}\r\n`)
  expect(heard).toMatch(/^HTTP\/1.1 413 /)
  expect(parseReply(heard).head.connection).toBe('close')
  expect(JSON.parse(parseReply(heard).body).error.code).toBe('body-too-large')
  await simulator.stop()
})
