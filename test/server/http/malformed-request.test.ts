/** Requests that Node cannot read never get to the app: they are answered in the same shape all the same. */
import { afterAll, expect, test } from 'vitest'
import { say as sayTo } from '../../support/raw.js'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
afterAll(() => simulator.stop())

const say = (text: string, next?: string) => sayTo(simulator.url, text, next)

const HEAD = 'HTTP/1.1\r\nHost: x\r\n'

test.each([
  ['a NUL byte in the path', `GET /arbitrum/pi\0ng ${HEAD}\r\n`, 400],
  ['what is no HTTP', '\x16\x03\x01\x00\xa5\r\n\r\n', 400],
  ['two lengths', `GET /arbitrum/ping ${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
  ['a URL of 20 kB', `GET /arbitrum/ping?a=${'A'.repeat(20_000)} ${HEAD}\r\n`, 431],
])('%s', async (_what, text, status) => {
  const [head, body] = (await say(text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('access-control-allow-origin: *')
  expect(head).toContain('x-content-type-options: nosniff')
  expect(head).toContain(`content-length: ${body.length}`)
  expect(JSON.parse(body)).toEqual({ errors: [expect.stringMatching(/^the request cannot be read: /)] })
})

const UNREADABLE = `GET /\0 ${HEAD}\r\n`

test('on a connection that has had a good reply', async () => {
  const heard = await say(`GET /arbitrum/ping ${HEAD}\r\n`, UNREADABLE)
  expect(heard).toMatch(/^HTTP\/1.1 200 OK.*\{"ok":true\}HTTP\/1.1 400 Bad Request\r\n/s)
})

test('in the middle of a reply nothing is said into it', async () => {
  load(simulator.session, oneRule({ drip: { bytesPerSecond: 1 } }))
  const heard = await say(`GET /arbitrum/tokens ${HEAD}\r\n`, UNREADABLE)
  expect(heard).toMatch(/^HTTP\/1.1 200 OK/)
  expect(heard).not.toContain('400 Bad Request')
})
