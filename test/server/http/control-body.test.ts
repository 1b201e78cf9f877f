/** Bodies of control calls above the limit: rejected by their declared or received length. */
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

test('a chunked body: 413 as soon as it exceeds 1 MiB, without its end', async () => {
  const simulator = await startTestSimulator()
  const head = 'PUT /__sim/v1/scenario HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  const heard = await say(simulator.url, `${head}100001\r\n${' '.repeat(0x1_00_001)}\r\n`)
  expect(heard).toMatch(/^HTTP\/1.1 413 /)
  expect(parseReply(heard).head.connection).toBe('close')
  expect(JSON.parse(parseReply(heard).body).error.code).toBe('body-too-large')
  await simulator.stop()
})
