/** The price stream in tests, without a socket. */
import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'

const simulator = await startSimulator()
afterAll(() => simulator.stop())

test('snapshots follow the clock, and carry what the reads say', async () => {
  await using sim = await simulator.session()
  const stream = await sim.stream('arbitrum')
  stream.subscribe('prices', 'candles:ETH:1m')
  expect(await stream.next()).toEqual({ op: 'ack', channels: ['prices', 'candles:ETH:1m'] })
  const first = await stream.next('prices')
  expect(first?.data).toEqual(await sim.ask('arbitrum', 'api-prices-tickers'))
  expect((await stream.next('candles:ETH:1m'))?.data.timestamp).toBe(sim.clock.now().getTime())
  await sim.clock.advance('1m')
  const second = await stream.next('prices')
  expect(second?.originTs).toBe((first?.originTs ?? 0) + 60_000)
  stream.unsubscribe('prices')
  expect(await stream.next()).toMatchObject({ ch: 'candles:ETH:1m' })
  expect(await stream.next()).toEqual({ op: 'ack', channels: ['candles:ETH:1m'] })
})

test('a refused handshake rejects, and the end of the session closes the stream', async () => {
  const sim = await simulator.session({
    scenario: { rules: [{ match: { base: 'api', endpoint: 'stream' }, fault: { status: 503 } }] },
  })
  await expect(sim.stream('arbitrum')).rejects.toThrow(/the stream was refused.*503/)
  const stream = await sim.stream('arbitrum', 'api-fallback')
  stream.subscribe('prices')
  expect(await stream.next()).toMatchObject({ op: 'ack' })
  expect(await stream.next()).toMatchObject({ ch: 'prices' })
  const last = stream.next()
  await sim.stop()
  expect(await last).toBeUndefined()
  expect(await stream.closed).toMatchObject({ code: 1001 })
})

test('a socket of code under test opens, receives, and ends with the session', async () => {
  const sim = await simulator.session()
  const socket = new sim.WebSocket(`${sim.baseUrl('arbitrum', 'api').replace('http', 'ws')}/v1/stream`)
  expect(() => socket.send('{}')).toThrow('CONNECTING')
  const seen: string[] = []
  socket.onmessage = ({ data }) => void seen.push(JSON.parse(data).op ?? JSON.parse(data).ch)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  socket.send('{"op":"subscribe","channels":["prices"]}')
  await sim.clock.advance('1s')
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
  await sim.stop()
  expect(await closed).toMatchObject({ code: 1001, wasClean: true })
  expect(seen).toEqual(['ack', 'prices', 'prices'])
})

test('a refused handshake is an error and a close, as over a network', async () => {
  await using sim = await simulator.session({ scenario: { rules: [{ fault: { status: 429 } }] } })
  const socket = new sim.WebSocket('wss://arbitrum.gmxapi.io/v1/stream')
  const seen: string[] = []
  socket.onerror = () => void seen.push('error')
  const closed = await new Promise((resolve) => {
    socket.onclose = resolve
  })
  expect(closed).toMatchObject({ code: 1006, wasClean: false })
  expect([...seen, socket.readyState]).toEqual(['error', 3])
})
