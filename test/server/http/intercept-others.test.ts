/** The proxy that answers the live hosts, asked for other hosts. */
import { once } from 'node:events'
import { globalAgent, request as requestHttp } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { upstreamOf } from '../../../src/server/http/intercept/forward.js'
import { countHost } from '../../../src/server/http/intercept/proxy.js'
import { endAll, ends, HOST, proxied, tunnelTo } from '../../support/intercepting.js'

afterEach(endAll)

/** Echoes bytes; the port. */
async function echo(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Answers each request with the same text; its port, and the heads it has seen. */
async function answering(reply: string): Promise<{ readonly port: number; readonly seen: string[] }> {
  const seen: string[] = []
  const server = createServer((socket) =>
    socket.on('data', (head) => {
      seen.push(String(head))
      socket.end(reply)
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, seen }
}

test('a tunnel passes bytes as they are, both ways', async () => {
  const { port } = await proxied()
  const [status, socket] = await tunnelTo(port, `127.0.0.1:${await echo()}`)
  expect(status).toBe('HTTP/1.1 200 Connection Established')
  const sent = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256))
  socket.end(sent)
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part)
  expect(Buffer.concat(parts).equals(sent)).toBe(true)
})

test('through the proxy that the environment names, with its credentials', async () => {
  const far = await echo()
  const env = { HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${far}`, NO_PROXY: 'internal.example' }
  const upstream = upstreamOf(env)
  expect(upstream(new URL('https://a.internal.example'))).toBeUndefined()
  const { port } = await proxied({ upstream })
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
  const [head] = await once(socket, 'data')
  expect(String(head)).toBe(
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n' +
      `Proxy-Authorization: Basic ${Buffer.from('user:p@ss').toString('base64')}\r\n\r\n`,
  )
})

test('a plain request through that proxy, too', async () => {
  const { port: far, seen } = await answering('HTTP/1.1 204 Fine\r\n\r\n')
  const { port } = await proxied({
    upstream: upstreamOf({ HTTP_PROXY: `http://user:p%40ss@127.0.0.1:${far}` }),
  })
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.write(
    'GET http://example.com/a HTTP/1.1\r\nHost: example.com\r\nProxy-Authorization: Basic mine\r\n\r\n',
  )
  expect(String((await once(socket, 'data'))[0])).toContain('204 Fine')
  const [head = ''] = seen
  expect(head).toMatch(/^GET http:\/\/example\.com\/a HTTP\/1\.1\r\n/)
  expect(head.match(/^Proxy-Authorization: .*$/gm)).toEqual([
    `Proxy-Authorization: Basic ${Buffer.from('user:p@ss').toString('base64')}`,
  ])
})

test('not through the proxy of another simulator, which may have ended', async () => {
  const another = {
    HTTPS_PROXY: 'http://gmx-sim:secret@127.0.0.1:4001',
    HTTP_PROXY: 'http://proxy.example:4001',
  }
  const upstream = upstreamOf({ ...another, GMX_SIM_INTERCEPT: JSON.stringify({ port: 4001 }) })
  expect(upstream(new URL('https://example.com'))).toBeUndefined()
  expect(upstream(new URL('http://example.com'))?.href).toBe('http://proxy.example:4001/')
  expect(upstreamOf(another)(new URL('https://example.com'))?.port).toBe('4001')
})

test('a plain request passes with its own headers, not through the global agent', async () => {
  const global = vi.spyOn(globalAgent, 'createConnection')
  const { port } = await proxied()
  const { port: own, seen } = await answering(
    'HTTP/1.1 203 Fine\r\nX-Odd-Case: 1\r\nContent-Length: 2\r\n\r\nok',
  )
  const host = `127.0.0.1:${own}`
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET http://${host}/a?b HTTP/1.1\r\nHost: ${host}\r\nX-Mine: 1\r\nProxy-Connection: x\r\n\r\n`)
  const [reply] = await once(socket, 'data')
  socket.destroy()
  expect(seen.join('')).toMatch(/^GET \/a\?b HTTP\/1\.1\r\nHost: [\d.:]+\r\nX-Mine: 1\r\n/)
  expect(seen.join('')).not.toContain('Proxy-')
  expect(global).not.toHaveBeenCalled()
  global.mockRestore()
  expect(String(reply)).toMatch(/^HTTP\/1\.1 203 Fine\r\nX-Odd-Case: 1\r\nContent-Length: 2\r\n/)
})

test('offline refuses and lists them', async () => {
  const { port, tlsPort, traffic } = await proxied({ isOffline: true })
  expect((await tunnelTo(port, 'example.com:443'))[0]).toBe('HTTP/1.1 403 Forbidden')
  const direct = connectTls({ port: tlsPort, host: '127.0.0.1', servername: 'example.org' })
  expect((await once(direct, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' })
  const request = requestHttp({ port, path: 'http://example.net/', headers: { host: 'example.net' } })
  const [response] = await once(request.end(), 'response')
  expect(response.statusCode).toBe(403)
  response.resume()
  expect([...traffic.refused.keys()]).toEqual(['example.com', 'example.org', 'example.net'])
})

test('with a control token, they and the live hosts need it', async () => {
  const { port } = await proxied({ token: 'secret' })
  const password = (text: string) =>
    `Proxy-Authorization: Basic ${Buffer.from(`gmx-sim:${text}`).toString('base64')}\r\n`
  const far = `127.0.0.1:${await echo()}`
  const statusOf = async (to: string, headers?: string) => (await tunnelTo(port, to, headers))[0].slice(9, 12)
  expect(await statusOf(far)).toBe('407')
  expect(await statusOf(`${HOST}:443`, password('wrong'))).toBe('407')
  expect(await statusOf(far, password('secret'))).toBe('200')
  expect(await statusOf(`${HOST}:443`, password('secret'))).toBe('200')
})

test('hosts beyond a thousand share one line', () => {
  const hosts = new Map<string, number>()
  for (let index = 0; index < 1003; index++) countHost(hosts, `host-${index}`)
  countHost(hosts, 'host-0')
  expect(hosts.size).toBe(1001)
  expect([hosts.get('host-0'), hosts.get('(other hosts)')]).toEqual([2, 3])
})
