/** The price stream over sockets and in process. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { issueCertificate } from '../../../src/server/http/intercept/certificate.js'
import { MAX_STREAMS } from '../../../src/session/stream/session-streams.js'
import { endAll, ends, proxied, secured, tunnelTo } from '../../support/intercepting.js'
import { load } from '../../support/scenario.js'
import { startAlone, startTestSimulator } from '../../support/simulator.js'

const simulator = await startTestSimulator({ clock: 'frozen', at: '2026-03-01T12:00:00Z' })
const { session, url } = simulator
afterAll(() => simulator.stop())

const sockets: WebSocket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  for (const home of simulator.context.streams.homes.values()) home.closeAll(1001, 'the test is over')
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
  const ohlcv = await fetch(`${url}/arbitrum-api/v1/prices/ohlcv?symbol=ETH&timeframe=1m&limit=1`)
  expect([JSON.parse(await stream.next()).data]).toEqual(await ohlcv.json())
  session.clock.advance(5000)
  const serverTs = nowMs + 5000
  expect(JSON.parse(await stream.next())).toMatchObject({ ch: 'prices', serverTs, originTs: serverTs })
  expect(JSON.parse(await stream.next())).toMatchObject({ ch: 'candles:ETH:1m', serverTs })
})

test('a fault of headers changes the head of the handshake, and the stream opens', async () => {
  const headers = { 'x-edge': 'a', 'x-gmx-sim-at': null }
  load(session, { rules: [{ id: 'r', match: { endpoint: 'stream' }, fault: { headers } }] })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/arbitrum-api/v1/stream`)
  sockets.push(socket)
  const [[upgraded]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')])
  expect(upgraded.headers).toMatchObject({ 'x-edge': 'a', 'x-gmx-sim-rule': 'r' })
  expect(upgraded.headers).not.toHaveProperty('x-gmx-sim-at')
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
    const direct = connectTls({ ...over, host: '127.0.0.1', port: proxy.tlsPort })
    await once(direct, 'secureConnect')
    for (const socket of [tunnelled, direct]) {
      const frame = await acknowledges(`ws://${HOST}/v1/stream`, { createConnection: () => socket })
      expect(frame).toMatchObject({ ch: 'prices' })
    }
    expect(proxy.session.journal.count({ endpoint: 'stream', status: 101 })).toBe(2)
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
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
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

describe('the protocol', () => {
  test('frames that cannot be used get an error frame, and the stream goes on', async () => {
    const stream = await connected()
    const refusal = { op: 'error', message: expect.stringContaining('as text'), channels: [] }
    const wrong = ['no JSON', '{"op":"buy","channels":[]}', '{"op":"subscribe","channels":"prices"}', 'null']
    for (const frame of wrong) {
      stream.send(frame)
      expect(JSON.parse(await stream.next())).toEqual(refusal)
    }
    stream.socket.send(Buffer.from('{"op":"subscribe","channels":["prices"]}'))
    expect(JSON.parse(await stream.next())).toEqual(refusal)
    const unknown = ['candles:ETH:2m', 'candles:NONE:1m', 'candles:ETH:1M', 'trades', '']
    stream.send({ op: 'subscribe', channels: [...unknown, 'candles:BTC:1d'] })
    expect(JSON.parse(await stream.next())).toMatchObject({ op: 'error', channels: unknown })
    expect(await stream.next()).toBe('{"op":"ack","channels":["candles:BTC:1d"]}')
    expect(JSON.parse(await stream.next()).ch).toBe('candles:BTC:1d')
    stream.send({ op: 'unsubscribe', channels: ['candles:BTC:1d', 'prices'] })
    expect(await stream.next()).toBe('{"op":"ack","channels":[]}')
  })

  test('200 channels are the most, and 64 kB of a message', async () => {
    const stream = await connected()
    const { network } = session.worldIn('documented', 'arbitrum', 'api')
    const channels = network.tokens
      .filter(({ priced }) => priced)
      .flatMap(({ symbol }) => ['1m', '1h', '1d'].map((period) => `candles:${symbol}:${period}`))
      .slice(0, 201)
    stream.send({ op: 'subscribe', channels })
    expect(JSON.parse(await stream.next())).toMatchObject({ op: 'error', channels })
    expect(await stream.next()).toBe('{"op":"ack","channels":[]}')
    stream.socket.send('x'.repeat(64 * 1024 + 1))
    expect((await once(stream.socket, 'close'))[0]).toBe(1009)
    const [{ stream: facts }] = session.journal.entries({ endpoint: 'stream' }).slice(-1)
    expect(facts?.closed).toEqual({ code: 1009, side: 'server' })
  })

  test('a client that does not read is disconnected', async () => {
    const { socket, send } = await connected()
    send({ op: 'subscribe', channels: ['prices'] })
    await once(socket, 'message')
    socket.pause()
    const { streams } = simulator.context
    // Buffers of both kernels take some MB first.
    for (let moves = 0; streams.open > 0; moves++) {
      session.clock.advance(1000)
      await session.settled()
      expect(moves, 'the limit of 1 MB was passed').toBeLessThan(20_000)
      if (moves % 50 === 0) await new Promise(setImmediate)
    }
    expect(session.journal.entries({ endpoint: 'stream' }).at(-1)?.stream?.closed).toMatchObject({
      code: 1006,
      side: 'server',
    })
  })

  test('the end of a session closes its streams, and that of the server the others', async () => {
    const other = await startAlone()
    other.sessions.create('ending', {})
    const base = other.url.replace('http', 'ws')
    const [ending, staying] = [
      await connected(`${base}/s/ending/arbitrum-api/v1/stream`),
      await connected(`${base}/arbitrum-api/v1/stream`),
    ]
    const ended = once(ending.socket, 'close')
    other.sessions.end('ending')
    expect((await ended)[0]).toBe(1001)
    expect(other.context.streams.open).toBe(1)
    const stopped = once(staying.socket, 'close')
    await other.stop()
    expect((await stopped)[0]).toBe(1001)
    expect(other.context.streams).toMatchObject({ open: 0, homes: new Map() })
  })

  test('the limit of streams is a 429', async () => {
    await connected()
    const { open } = simulator.context.streams
    Object.assign(simulator.context.streams, { max: open })
    const full = new WebSocket(`${url.replace('http', 'ws')}/arbitrum-api/v1/stream`)
    full.on('error', () => {})
    const [, response] = await once(full, 'unexpected-response')
    Object.assign(simulator.context.streams, { max: MAX_STREAMS })
    expect([open, response.statusCode]).toEqual([1, 429])
    response.destroy()
  })
})
