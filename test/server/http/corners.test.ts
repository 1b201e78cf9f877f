/** Requests about which HTTP itself has rules, and requests that Node cannot parse: the answer is JSON that any page may read. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { parseReply, type RawReply, say } from '../../support/raw.js'
import { rowsOf } from '../../support/rows.js'
import { load, oneRule } from '../../support/scenario.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
simulator.sessions.create('mine', {})
afterEach(() => simulator.session.loadScenario(undefined))
afterAll(() => simulator.stop())

const HEAD_OF_ALL = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

/** The reply to a request line with these headers, on a connection that ends with it. */
async function ask(line: string, headers: readonly string[] = ['Host: 127.0.0.1']): Promise<RawReply> {
  const text = `${[`${line} HTTP/1.1`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
  return parseReply(await say(simulator.url, text))
}

/** Request line, headers, status, and the body of a 200 or else the one error. */
const REQUESTS = `
  GET /arbitrum/ping | - | 400 | the request cannot be read: the Host header is missing
  GET /arbitrum/ping | Host: | 200 | {"ok":true}
  GET /arbitrum/ping | Host: x, Expect: foo | 417 | this server supports no expectation but 100-continue
  GET /arbitrum/ping | Host: x, Upgrade: websocket | 200 | {"ok":true}
  GET http://127.0.0.1/arbitrum/ping | Host: x | 200 | {"ok":true}
  GET http://arbitrum.localhost/ping | Host: x | 200 | {"ok":true}
  GET http://? | Host: x | 404 | there is nothing at http://; begin with a base address, such as /arbitrum/prices/tickers
  GET http:///arbitrum/ping | Host: x | 404 | there is nothing at http:///arbitrum/ping; begin with a base address, such as /arbitrum/prices/tickers
  GET ftp://x/arbitrum/ping | Host: x | 404 | there is nothing at ftp://x/arbitrum/ping; begin with a base address, such as /arbitrum/prices/tickers
  GET // | Host: x | 404 | there is nothing at //; begin with a base address, such as /arbitrum/prices/tickers
  FOO /arbitrum/ping | Host: x | 400 | the request cannot be read: bad request
  PROPFIND /arbitrum/ping | Host: x | 405 | PROPFIND is not allowed here, use GET
  POST / | Host: x, Content-Length: 0 | 405 | POST is not allowed here, use GET
  CONNECT 127.0.0.1:443 | Host: x | 405 | CONNECT is not allowed here, use GET
  OPTIONS /arbitrum/nope | Host: x | 404 | there is nothing at /nope
  OPTIONS * | Host: x | 404 | there is nothing at *; begin with a base address, such as /arbitrum/prices/tickers
`

test.each(rowsOf(REQUESTS))('%s with %s: %s %s', async (line, headers, status, said) => {
  const reply = await ask(line, headers === '-' ? [] : headers.split(', '))
  const body = status === '200' ? said : JSON.stringify({ errors: [said] })
  expect(reply).toMatchObject({ status: Number(status), body, head: HEAD_OF_ALL })
})

describe('a preflight', () => {
  const PREFLIGHT = ['Host: localhost', 'Origin: http://localhost:3000', 'Access-Control-Request-Method: GET']
  const PRIVATE = [...PREFLIGHT, 'Access-Control-Request-Private-Network: true']

  test.each(['/arbitrum/ping', '/arbitrum/nope', '/nope', '/'])(
    'of %s is answered 204, and allows a private network if the browser asks',
    async (path) => {
      const reply = await ask(`OPTIONS ${path}`, PREFLIGHT)
      expect(reply).toMatchObject({ status: 204, body: '' })
      expect(reply.head['access-control-allow-methods']).toContain('GET')
      expect(reply.head['access-control-allow-private-network']).toBeUndefined()
      const asked = await ask(`OPTIONS ${path}`, PRIVATE)
      expect(asked.head['access-control-allow-private-network']).toBe('true')
    },
  )

  test('of a control call never allows a private network', async () => {
    const reply = await ask('OPTIONS /__sim/v1/clock', PRIVATE)
    expect(reply.status).toBe(204)
    expect(reply.head['access-control-allow-private-network']).toBeUndefined()
  })
})

describe('a request that Node cannot parse', () => {
  const HEAD = 'HTTP/1.1\r\nHost: x\r\n'
  const UNREADABLE = `GET /\0 ${HEAD}\r\n`

  test.each([
    ['a NUL byte in the path', `GET /arbitrum/pi\0ng ${HEAD}\r\n`, 400],
    ['a TLS handshake', '\x16\x03\x01\x00\xa5\r\n\r\n', 400],
    ['two lengths', `GET /arbitrum/ping ${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ['a URL of 20 kB', `GET /arbitrum/ping?a=${'A'.repeat(20_000)} ${HEAD}\r\n`, 431],
  ])('such as %s is answered all the same', async (_what, text, status) => {
    const reply = parseReply(await say(simulator.url, text))
    expect(reply).toMatchObject({ status, head: HEAD_OF_ALL })
    expect(reply.head['content-length']).toBe(String(reply.body.length))
    expect(JSON.parse(reply.body)).toEqual({
      errors: [expect.stringMatching(/^the request cannot be read: /)],
    })
  })

  test('is answered after a good reply on its connection, but not in the middle of one', async () => {
    const afterReply = await say(simulator.url, `GET /arbitrum/ping ${HEAD}\r\n`, UNREADABLE)
    expect(afterReply).toMatch(/^HTTP\/1.1 200 OK.*\{"ok":true\}HTTP\/1.1 400 Bad Request\r\n/s)
    load(simulator.session, oneRule({ drip: { bytesPerSecond: 1 } }))
    const within = await say(simulator.url, `GET /arbitrum/tokens ${HEAD}\r\n`, UNREADABLE)
    expect(within).toMatch(/^HTTP\/1.1 200 OK/)
    expect(within).not.toContain('400 Bad Request')
  })
})
