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

test('faults act on its frames', async () => {
  await using sim = await simulator.session()
  const stream = await sim.stream('arbitrum')
  stream.subscribe('prices')
  await stream.next('prices')
  await sim.loadScenario({
    rules: [{ id: 'old', match: { endpoint: 'stream' }, when: { after: '2s' }, fault: { stale: 'frozen' } }],
  })
  await sim.clock.advance('2s')
  const { originTs } = (await stream.next('prices')) ?? {}
  await sim.clock.advance('5s')
  expect((await stream.next('prices'))?.originTs).toBe(originTs)
  expect(sim.journal.entries({ endpoint: 'stream' })[0].stream).toMatchObject({
    channels: ['prices'],
    faults: [{ rule: 'old', fault: 'stale' }],
  })
})
