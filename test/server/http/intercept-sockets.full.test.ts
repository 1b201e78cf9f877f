/** Sockets of the proxy that answers the live hosts: none stays open after connections of every kind. */
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { realMillisecond } from '../../../src/kit/clock/timers.js'
import { endAll, ends, HOST, proxied, secured } from '../../support/intercepting.js'
import { PATIENCE_MS } from '../../support/patience.js'

// No time passes: each kind must end by itself, not by the time limit of handshakes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  await endAll()
})

const COUNT = 10
const GET = `GET /ping HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`

/** Of this process: those of clients, too. */
const openSockets = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length

interface Ports {
  readonly port: number
  readonly tlsPort: number
  /** Of another server, which echoes. */
  readonly otherPort: number
}

const connected = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1' })
  // Resets are among the ends that are tried.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** A connection on which the proxy replied to CONNECT; it is open, or was ended by the proxy. */
const opened = async (port: number, to: string): Promise<Socket> => {
  const socket = await connected(port)
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}
const direct = ({ tlsPort }: Ports) => connected(tlsPort)
const byConnect = ({ port }: Ports) => opened(port, `${HOST}:443`)

/** Ends of a connection, by the client unless the name has another. */
const ENDS: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'left at once': (socket) => socket.destroy(),
  'half closed': (socket) => socket.end(),
  'reset at once': (socket) => socket.resetAndDestroy(),
  'left in the hello': (socket) => socket.end(Buffer.of(22, 3, 1)),
  'reset in the hello': (socket) => socket.write(Buffer.of(22, 3, 1), () => socket.resetAndDestroy()),
  'not TLS': (socket) => socket.write('GET / HTTP/1.1\r\n\r\n'),
  'certificate rejected': (socket) => secured(socket, { ca: [] }).catch(() => {}),
  'left after TLS': async (socket) => (await secured(socket)).destroy(),
  'left after a reply': async (socket) => {
    const secure = await secured(socket)
    secure.write(GET)
    await once(secure, 'data')
    secure.destroy()
  },
  'closed by the server after a reply': async (socket) =>
    (await secured(socket)).resume().write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
  'half closed after a request': async (socket) => (await secured(socket)).resume().end(GET),
  'CONNECT within TLS': async (socket) => {
    const secure = await secured(socket)
    secure.write(`CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
    await once(secure, 'data')
    secure.destroy()
  },
}

const OTHERS: Readonly<Record<string, (ports: Ports) => unknown>> = {
  'port 80, left': async ({ port }) => (await opened(port, `${HOST}:80`)).destroy(),
  'port 80, half closed after a request': async ({ port }) =>
    (await opened(port, `${HOST}:80`)).resume().end(GET),
  'tunnel, half closed': async ({ port, otherPort }) =>
    (await opened(port, `127.0.0.1:${otherPort}`)).resume().end('bytes'),
  'tunnel, reset': async ({ port, otherPort }) =>
    (await opened(port, `127.0.0.1:${otherPort}`)).resetAndDestroy(),
  'tunnel to a closed port, left to the proxy': async ({ port }) =>
    (await opened(port, '127.0.0.1:1')).resume(),
  'plain request for a closed port': ({ port }) =>
    requestHttp({ port, path: 'http://127.0.0.1:1/', agent: false }, (reply) => reply.resume()).end(),
}

const allOf = async (make: () => unknown) => void (await Promise.all(Array.from({ length: COUNT }, make)))

async function noneLeft(before: number): Promise<void> {
  for (let tries = 0; openSockets() > before && tries < PATIENCE_MS; tries++) await realMillisecond()
  expect(openSockets()).toBe(before)
}

async function ports(fault?: object): Promise<Ports> {
  const { port, tlsPort } = await proxied({ splitPorts: 'true', ...(fault && { fault }) })
  const other = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
  ends.push(() => other.close())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  return { port, tlsPort, otherPort: (other.address() as AddressInfo).port }
}

test.each(Object.entries(ENDS))('%s, by CONNECT and without it', async (_, end) => {
  const at = await ports()
  const before = openSockets()
  for (const open of [byConnect, direct]) await allOf(async () => end(await open(at)))
  await noneLeft(before)
})

test.each(Object.entries(OTHERS))('%s', async (_, connection) => {
  const at = await ports()
  const before = openSockets()
  await allOf(() => connection(at))
  await noneLeft(before)
})

test.each([
  { tls: 'handshake' },
  { dns: 'notFound' },
  { refuse: true },
  { reset: 'before' },
  { close: true },
])('fault %j', async (fault) => {
  const at = await ports(fault)
  const before = openSockets()
  const ask = async (open: typeof direct) => {
    const secure = await secured(await open(at))
    secure
      .on('error', () => {})
      .resume()
      .write(GET)
  }
  for (const open of [byConnect, direct]) await allOf(() => ask(open).catch(() => {}))
  await noneLeft(before)
})
