/** Requests of which HTTP itself says something: whatever they are, the answer is JSON that any page may read. */
import { afterAll, describe, expect, test } from 'vitest'
import { parseReply, type RawReply, say } from '../../support/raw.js'
import { startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator()
simulator.sessions.create('mine', {})
afterAll(() => simulator.stop())

/** The reply to a request line with these headers, on a connection that ends with it. */
async function ask(line: string, headers: readonly string[] = ['Host: 127.0.0.1']): Promise<RawReply> {
  const text = `${[`${line} HTTP/1.1`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
  return parseReply(await say(simulator.url, text))
}

const PREFLIGHT = ['Host: localhost', 'Origin: http://dapp.test', 'Access-Control-Request-Method: GET']
const PRIVATE = [...PREFLIGHT, 'Access-Control-Request-Private-Network: true']

const errors = (...said: string[]) => JSON.stringify({ errors: said })
const nothingAt = (path: string) => errors(`there is nothing at ${path}`)
const noBaseAt = (path: string) =>
  errors(`there is nothing at ${path}; begin with a base address, such as /arbitrum/prices/tickers`)

test.each<[what: string, line: string, headers: string[] | undefined, status: number, body: string]>([
  [
    'no Host',
    'GET /arbitrum/ping',
    [],
    400,
    errors('the request cannot be read: the Host header is missing'),
  ],
  ['an empty Host', 'GET /arbitrum/ping', ['Host:'], 200, '{"ok":true}'],
  [
    'an expectation',
    'GET /arbitrum/ping',
    ['Host: x', 'Expect: foo'],
    417,
    errors('this server supports no expectation but 100-continue'),
  ],
  ['a URL without a host', 'GET http://?', undefined, 404, noBaseAt('http://')],
  [
    'a URL without a host, with a path',
    'GET http:///arbitrum/ping',
    undefined,
    404,
    noBaseAt('http:///arbitrum/ping'),
  ],
  ['another scheme', 'GET ftp://x/arbitrum/ping', undefined, 404, noBaseAt('ftp://x/arbitrum/ping')],
  [
    'an unknown method',
    'FOO /arbitrum/ping',
    undefined,
    400,
    errors('the request cannot be read: bad request'),
  ],
  [
    'a method of others',
    'PROPFIND /arbitrum/ping',
    undefined,
    405,
    errors('PROPFIND is not allowed here, use GET'),
  ],
  ['CONNECT', 'CONNECT 127.0.0.1:443', undefined, 405, errors('CONNECT is not allowed here, use GET')],
  ['GET //', 'GET //', undefined, 404, noBaseAt('//')],
  ['OPTIONS of nothing', 'OPTIONS /arbitrum/nope', undefined, 404, nothingAt('/nope')],
  ['OPTIONS outside a base address', 'OPTIONS /nope', undefined, 404, noBaseAt('/nope')],
  ['OPTIONS of the server', 'OPTIONS *', undefined, 404, noBaseAt('*')],
  ['a whole URL', 'GET http://127.0.0.1/arbitrum/ping', undefined, 200, '{"ok":true}'],
  ['a whole URL of a base by host', 'GET http://arbitrum.localhost/ping', undefined, 200, '{"ok":true}'],
  ['an upgrade', 'GET /arbitrum/ping', ['Host: x', 'Upgrade: websocket'], 200, '{"ok":true}'],
])('%s', async (_what, line, headers, status, body) => {
  const reply = await ask(line, headers)
  expect(reply).toMatchObject({ status, body })
  expect(reply.head).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
})

test('control calls of a session by the host of a base address', async () => {
  const reply = await ask('GET /s/mine/__sim/v1/clock', ['Host: arbitrum.localhost'])
  expect(reply.status).toBe(200)
  expect(JSON.parse(reply.body)).toMatchObject({ mode: 'frozen' })
})

test('after a CONNECT that was refused the others go on', async () => {
  const both = await Promise.all([ask('CONNECT x:1'), ask('GET /arbitrum/ping')])
  expect(both.map(({ status }) => status)).toEqual([405, 200])
})

test.each(['/', '/arbitrum/ping', '/__sim/v1/health', '/__sim/docs', '/__sim/v1/openapi.json'])(
  'nothing has a validator, so If-None-Match: * is answered in full: %s',
  async (path) => {
    const reply = await ask(`GET ${path}`, ['Host: localhost', 'If-None-Match: *'])
    expect(reply.status).toBe(200)
    expect(reply.body).not.toBe('')
  },
)

describe('a preflight is answered 204', () => {
  test.each(['/arbitrum/ping', '/arbitrum/nope', '/nope', '/'])('of %s', async (path) => {
    const reply = await ask(`OPTIONS ${path}`, PREFLIGHT)
    expect(reply).toMatchObject({ status: 204, body: '' })
    expect(reply.head['access-control-allow-methods']).toContain('GET')
    expect(reply.head['access-control-allow-private-network']).toBeUndefined()
  })

  test.each(['/arbitrum/ping', '/arbitrum/nope', '/nope', '/'])(
    'a public page may reach for %s on a private network, if its browser asks',
    async (path) => {
      const reply = await ask(`OPTIONS ${path}`, PRIVATE)
      expect(reply.head['access-control-allow-private-network']).toBe('true')
    },
  )

  test('but not for control, which says nothing of private networks', async () => {
    const local = PRIVATE.map((line) => line.replace('dapp.test', 'localhost:3000'))
    const reply = await ask('OPTIONS /__sim/v1/clock', local)
    expect(reply.status).toBe(204)
    expect(reply.head['access-control-allow-private-network']).toBeUndefined()
  })
})

test.each([
  '/',
  '/nope',
  '/arbitrum/ping',
  '/arbitrum/nope',
  '/__sim/v1/health',
  '/__sim/nope',
  '/__sim/docs',
])('no browser takes %s for something else than it says it is', async (path) => {
  const reply = await ask(`GET ${path}`, ['Host: localhost'])
  expect(reply.head['x-content-type-options']).toBe('nosniff')
})
