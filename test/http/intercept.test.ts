/** The proxy that answers the live hosts: TLS, faults at the socket, and other hosts. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { issueCertificate } from '../../src/http/intercept/certificate.js'
import { upstreamOf } from '../../src/http/intercept/forward.js'
import { openProxy, type ProxyOptions } from '../../src/http/intercept/proxy.js'
import { PATIENCE_MS } from '../support/patience.js'
import { load } from '../support/scenario.js'
import { startAlone } from '../support/simulator.js'

const HOST = 'arbitrum-api.gmxinfra.io'
const FALLBACK = 'arbitrum-api-fallback.gmxinfra.io'
const issued = issueCertificate([HOST, FALLBACK])

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Given = Partial<ProxyOptions> & { readonly fault?: object; readonly splitPorts?: string }

async function proxied({ fault, splitPorts = 'false', ...given }: Given = {}) {
  const simulator = await startAlone({ splitPorts })
  ends.push(simulator.stop)
  const { app, session } = simulator
  const rules = [{ id: 'fault', match: { network: 'arbitrum', base: 'primary' }, fault }]
  if (fault !== undefined) {
    load(session, { rules })
    await session.settled()
  }
  const refused: string[] = []
  const proxy = await openProxy({
    ...{ app, session, issued, sessionId: undefined, token: undefined, isOffline: false },
    ...{ upstream: () => undefined, onRefused: (host: string) => refused.push(host), ...given },
  })
  ends.push(proxy.close)
  return { ...proxy, session, refused }
}

/** Sends CONNECT; the head of the answer, and the socket after it. */
async function tunnelTo(port: number, to: string, headers = ''): Promise<[string, Socket]> {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${headers}\r\n`)
  const [head] = await once(socket, 'data')
  return [String(head).split('\r\n')[0], socket]
}

async function secured(socket: Socket, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const secure = connectTls({ socket, servername: HOST, ca: issued.authority, ...options })
  await once(secure, 'secureConnect')
  return secure
}

/** Status and length of a reply over TLS, or the error of the client. */
async function ask(socket: Socket, path = '/tokens', host = HOST, ms = PATIENCE_MS): Promise<string> {
  const secure = await secured(socket, { servername: host })
  const request = requestHttps({ createConnection: () => secure, path, headers: { host } })
  // During a reply, its stream has the error, too.
  request.on('error', () => {})
  request.end()
  const answer = async () => {
    const [response] = await once(request, 'response')
    let bytes = 0
    for await (const part of response) bytes += part.length
    return `${response.statusCode}, ${bytes > 0 ? 'body' : 'empty'}`
  }
  const late = new Promise<string>((resolve) => {
    const timer = setTimeout(resolve, ms, 'nothing')
    ends.push(() => clearTimeout(timer))
  })
  return Promise.race([answer().catch(({ code }) => code), late])
}

describe('certificates', () => {
  test('the authority signs a certificate for the hosts, and nothing else', () => {
    const [ca, certificate] = [new X509Certificate(issued.authority), new X509Certificate(issued.certificate)]
    expect([ca.ca, certificate.ca]).toEqual([true, false])
    expect(certificate.verify(ca.publicKey)).toBe(true)
    expect(certificate.checkIssued(ca)).toBe(true)
    expect(certificate.subjectAltName).toBe(`DNS:${HOST}, DNS:${FALLBACK}`)
    expect(certificate.checkHost('example.com')).toBeUndefined()
  })

  test('another run has another authority', () => {
    const other = new X509Certificate(issueCertificate([HOST]).authority)
    expect(new X509Certificate(issued.certificate).verify(other.publicKey)).toBe(false)
  })
})

describe('live hosts', () => {
  test.each([
    [HOST, 'primary'],
    [FALLBACK, 'fallback'],
  ])('%s is %s, by CONNECT and without it', async (host, base) => {
    const { port, tlsPort, session } = await proxied()
    const [status, socket] = await tunnelTo(port, `${host}:443`)
    expect(status).toBe('HTTP/1.1 200 Connection Established')
    expect(await ask(socket, '/ping', host)).toBe('200, body')
    expect(await ask(connect(tlsPort, '127.0.0.1'), '/ping', host)).toBe('200, body')
    const entries = session.journal.entries()
    expect(entries.map((entry) => `${entry.network} ${entry.base} ${entry.url}`)).toEqual(
      Array(2).fill(`arbitrum ${base} /ping`),
    )
  })

  test('plain HTTP, as proxies and as servers receive it', async () => {
    const { port } = await proxied()
    for (const path of [`http://${HOST}/ping`, '/ping']) {
      const request = requestHttp({ port, path, headers: { host: HOST } })
      const [response] = await once(request.end(), 'response')
      expect(response.statusCode).toBe(200)
      response.resume()
    }
  })

  test('the control API is not below them', async () => {
    const { port } = await proxied()
    const [, socket] = await tunnelTo(port, `${HOST}:443`)
    expect(await ask(socket, '/__sim/v1/health')).toBe('404, body')
  })

  test.each([
    [{ status: 503 }, '503, body'],
    [{ reset: 'before' }, 'ECONNRESET'],
    [{ reset: 'body' }, 'ECONNRESET'],
    [{ close: true }, 'ECONNRESET'],
    [{ truncate: 0.5 }, 'ECONNRESET'],
    [{ malformed: 'garbage' }, 'HPE_INVALID_CONSTANT'],
    [{ hang: true }, 'nothing'],
  ])('%j reaches the client through TLS', async (fault, seen) => {
    const { port } = await proxied({ fault })
    const [, socket] = await tunnelTo(port, `${HOST}:443`)
    expect(await ask(socket, '/tokens', HOST, seen === 'nothing' ? 300 : PATIENCE_MS)).toBe(seen)
  })

  test('reset is one of TCP, below TLS', async () => {
    const { tlsPort } = await proxied({ fault: { reset: 'before' } })
    const socket = connect(tlsPort, '127.0.0.1')
    const secure = await secured(socket)
    secure.write(`GET /ping HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
    const [error] = await once(secure, 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET', syscall: 'read' })
  })

  test('refuse resets the connection before TLS; other bases answer', async () => {
    const { port, tlsPort } = await proxied({ fault: { refuse: true }, splitPorts: 'true' })
    await expect(tunnelTo(port, `${HOST}:443`)).rejects.toThrow('ECONNRESET')
    await expect(secured(connect(tlsPort, '127.0.0.1'))).rejects.toThrow('ECONNRESET')
    const [, socket] = await tunnelTo(port, `${FALLBACK}:443`)
    expect(await ask(socket, '/ping', FALLBACK)).toBe('200, body')
  })
})

describe('other hosts', () => {
  /** Echoes bytes; the port. */
  async function echo(): Promise<number> {
    const server = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => server.close())
    return (server.address() as AddressInfo).port
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

  test('a plain request passes with its own headers', async () => {
    const { port } = await proxied()
    const seen: string[] = []
    const server = createServer((socket) =>
      socket.on('data', (head) => {
        seen.push(String(head))
        socket.end('HTTP/1.1 203 Fine\r\nX-Odd-Case: 1\r\nContent-Length: 2\r\n\r\nok')
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(() => server.close())
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET http://${host}/a?b HTTP/1.1\r\nHost: ${host}\r\nX-Mine: 1\r\nProxy-Connection: x\r\n\r\n`,
    )
    const [reply] = await once(socket, 'data')
    socket.destroy()
    expect(seen.join('')).toMatch(/^GET \/a\?b HTTP\/1\.1\r\nHost: [\d.:]+\r\nX-Mine: 1\r\n/)
    expect(seen.join('')).not.toContain('Proxy-')
    expect(String(reply)).toMatch(/^HTTP\/1\.1 203 Fine\r\nX-Odd-Case: 1\r\nContent-Length: 2\r\n/)
  })

  test('offline refuses and lists them', async () => {
    const { port, tlsPort, refused } = await proxied({ isOffline: true })
    expect((await tunnelTo(port, 'example.com:443'))[0]).toBe('HTTP/1.1 403 Forbidden')
    const direct = connectTls({ port: tlsPort, host: '127.0.0.1', servername: 'example.org' })
    expect((await once(direct, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' })
    const request = requestHttp({ port, path: 'http://example.net/', headers: { host: 'example.net' } })
    const [response] = await once(request.end(), 'response')
    expect(response.statusCode).toBe(403)
    response.resume()
    expect(refused).toEqual(['example.com', 'example.org', 'example.net'])
  })

  test('with a control token, they and the live hosts need it', async () => {
    const { port } = await proxied({ token: 'secret' })
    const password = (text: string) =>
      `Proxy-Authorization: Basic ${Buffer.from(`gmx-sim:${text}`).toString('base64')}\r\n`
    const far = `127.0.0.1:${await echo()}`
    const statusOf = async (to: string, headers?: string) =>
      (await tunnelTo(port, to, headers))[0].slice(9, 12)
    expect(await statusOf(far)).toBe('407')
    expect(await statusOf(`${HOST}:443`, password('wrong'))).toBe('407')
    expect(await statusOf(far, password('secret'))).toBe('200')
    expect(await statusOf(`${HOST}:443`, password('secret'))).toBe('200')
  })
})
