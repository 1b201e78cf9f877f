/** The price stream over sockets and in process. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { issueCertificate } from '../../../src/server/http/intercept/certificate.js'
import { createLocalConnect, type LocalStream } from '../../../src/server/http/local/stream.js'
import { endAll, ends, proxied, secured, tunnelTo } from '../../support/intercepting.js'
import { startAlone, startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator({ clock: 'frozen', at: '2026-03-01T12:00:00Z' })
const { session, url } = simulator
afterAll(() => simulator.stop())

const sockets: WebSocket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  for (const home of simulator.context.streams.homes) home.closeAll(1001, 'the test is over')
  session.reset()
})

async function connected(path = '/arbitrum-api/v1/stream', options = {}) {
  const socket = new WebSocket(path.startsWith('/') ? `${url.replace('http', 'ws')}${path}` : path, options)
  sockets.push(socket)
  const frames: string[] = []
  const readers: ((frame: string) => void)[] = []
  socket.on('message', (data) => {
    const read = readers.shift()
    if (read === undefined) frames.push(String(data))
    else read(String(data))
  })
  await once(socket, 'open')
  return {
    socket,
    send: (value: unknown) => socket.send(typeof value === 'string' ? value : JSON.stringify(value)),
    next: async () => frames.shift() ?? new Promise<string>((resolve) => void readers.push(resolve)),
  }
}

const SUBSCRIBE = { op: 'subscribe', channels: ['prices', 'candles:ETH:1m'] }

test('a subscription is acknowledged, and its snapshots are what the reads say at that instant', async () => {
  const stream = await connected()
  stream.send(SUBSCRIBE)
  expect(await stream.next()).toBe('{"op":"ack","channels":["prices","candles:ETH:1m"]}')
  const nowMs = session.nowMs()
  const prices = await (await fetch(`${url}/arbitrum-api/v1/prices/tickers`)).text()
  expect(await stream.next()).toBe(
    `{"ch":"prices","type":"snapshot","serverTs":${nowMs},"originTs":${nowMs},"data":${prices}}`,
  )
  const [row] = (await (
    await fetch(`${url}/arbitrum-api/v1/prices/ohlcv?symbol=ETH&timeframe=1m&limit=1`)
  ).json()) as object[]
  expect(JSON.parse(await stream.next()).data).toEqual(row)
  session.clock.advance(5000)
  expect(JSON.parse(await stream.next())).toMatchObject({
    ch: 'prices',
    serverTs: nowMs + 5000,
    originTs: nowMs + 5000,
  })
  expect(JSON.parse(await stream.next())).toMatchObject({ ch: 'candles:ETH:1m', serverTs: nowMs + 5000 })
})

const ACK = '{"op":"ack","channels":["prices"]}'

describe('addresses', () => {
  afterAll(endAll)

  /** The reply to a handshake that fails. */
  const refused = async (path: string, options = {}) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, options)
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    let body = ''
    for await (const part of response) body += part
    return [response.statusCode, body] as const
  }

  const acknowledges = async (path: string, options = {}) => {
    const stream = await connected(path, options)
    stream.send({ op: 'subscribe', channels: ['prices'] })
    expect(await stream.next()).toBe(ACK)
    return JSON.parse(await stream.next())
  }

  test('a path, a session, a host and a port reach the same stream', async () => {
    simulator.sessions.create('streamed', {})
    const byPort = await startAlone({ splitPorts: 'true' })
    ends.push(byPort.stop)
    const frames = [
      await acknowledges('/arbitrum-api-fallback/v1/stream/'),
      await acknowledges('/s/streamed/arbitrum-api/v1/stream'),
      await acknowledges('/v1/stream', { headers: { host: 'arbitrum-api.localhost' } }),
    ]
    expect(new Set(frames.map((frame) => JSON.stringify(frame))).size).toBe(1)
    const own = byPort.baseUrls['arbitrum']['api'].replace('http', 'ws')
    expect(await acknowledges(`${own}/v1/stream`)).toMatchObject({ ch: 'prices' })
  })

  test('wss of the live host reaches it through a tunnel, and directly', async () => {
    const HOST = 'arbitrum.gmxapi.io'
    const issued = issueCertificate([HOST])
    const proxy = await proxied({ issued })
    const [, tunnel] = await tunnelTo(proxy.port, `${HOST}:443`)
    const over = { servername: HOST, ca: issued.authority }
    const tunnelled = await secured(tunnel, over)
    expect(await acknowledges(`ws://${HOST}/v1/stream`, { createConnection: () => tunnelled })).toMatchObject(
      {
        ch: 'prices',
      },
    )
    const direct = connectTls({ ...over, host: '127.0.0.1', port: proxy.tlsPort })
    await once(direct, 'secureConnect')
    expect(await acknowledges(`ws://${HOST}/v1/stream`, { createConnection: () => direct })).toMatchObject({
      ch: 'prices',
    })
    expect(proxy.session.journal.count({ endpoint: 'stream', status: 101 })).toBe(2)
  })

  test('in process, frames come with the clock', async () => {
    const connect = createLocalConnect(simulator.context, session, url)
    const stream = (await connect('/arbitrum-api/v1/stream')) as LocalStream
    stream.send('{"op":"subscribe","channels":["prices"]}')
    expect(await stream.next()).toBe(ACK)
    const first = JSON.parse(`${await stream.next()}`)
    const over = await acknowledges('/arbitrum-api/v1/stream')
    expect(first).toEqual(over)
    session.clock.advance(60_000)
    await session.settled()
    expect(JSON.parse(`${await stream.next()}`).originTs).toBe(first.originTs + 60_000)
    stream.close()
    expect(await stream.next()).toBeUndefined()
    expect(simulator.context.streams.open).toBe(1)
  })

  test('a plain request there, and an upgrade elsewhere, get an error that says what to do', async () => {
    const plain = await fetch(`${url}/arbitrum-api/v1/stream`)
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(((await plain.json()) as { message: string }).message).toContain('connect with ws://')
    const elsewhere = {
      '/arbitrum-api/v1/tokens': 400,
      '/arbitrum/ping': 400,
      '/arbitrum/v1/stream': 404,
      '/nowhere/v1/stream': 404,
      '/': 400,
      '/__sim/v1/health': 400,
    }
    for (const [path, status] of Object.entries(elsewhere)) {
      const [seen, body] = await refused(path)
      expect([path, seen]).toEqual([path, status])
      expect(body).toMatch(/WebSocket|nothing at/)
    }
    expect(session.journal.count({ endpoint: 'api-tokens', status: 400 })).toBe(1)
    expect(session.journal.count({ outcome: 'nowhere' })).toBe(1)
    // The port goes on.
    expect((await fetch(`${url}/arbitrum/ping`)).status).toBe(200)
  })

  test('an offer of HTTP/2 is answered as a plain request, with its body, and keeps the connection', async () => {
    const scenario = '{"rules":[]}'
    const socket = connect(simulator.session === session ? Number(new URL(url).port) : 0, '127.0.0.1')
    ends.push(() => socket.destroy())
    const offer =
      'host: 127.0.0.1\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n'
    socket.write(
      `PUT /__sim/v1/scenario HTTP/1.1\r\n${offer}content-length: ${scenario.length}\r\n\r\n${scenario}`,
    )
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    socket.write(`GET /arbitrum/ping HTTP/1.1\r\n${offer}\r\n`)
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  })
})
