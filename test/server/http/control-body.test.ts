/** Bodies of control calls above 1 MiB: rejected by their declared, received or decompressed length. */
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { parseReply, say } from '../../support/raw.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

const put = (headers: string, body = '', next = '') =>
  say(simulator.url, `PUT /__sim/v1/clock HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n${body}`, next)

test.each([
  ['declared, without any of it', 'Content-Length: 1048577\r\n', ''],
  ['declared, with 100-continue', 'Expect: 100-continue\r\nContent-Length: 1048577\r\n', ''],
  ['chunked, without its end', 'Transfer-Encoding: chunked\r\n', `100001\r\n${' '.repeat(0x1_00_001)}\r\n`],
])('%s: 413 at once, and the connection is closed', async (_, headers, body) => {
  const { status, head, body: text } = parseReply(await put(headers, body))
  expect([status, head.connection, JSON.parse(text).error.code]).toEqual([413, 'close', 'body-too-large'])
})

test('compressed, and larger once it is not: 413', async () => {
  const reply = await fetch(`${simulator.url}/__sim/v1/clock`, {
    method: 'PUT',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(0x1_00_001, ' ')),
  })
  expect([reply.status, await reply.json()]).toMatchObject([413, { error: { code: 'body-too-large' } }])
})

test('a shorter one is continued', async () => {
  const heard = await put('Connection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n', '', '{}')
  expect(heard).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
})
