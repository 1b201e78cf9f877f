/** Prices that are set while the simulator runs, by control calls and by code. */
import { expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'
import { controlOf } from '../../support/control.js'
import { oneSimulator } from '../../support/one-simulator.js'
import { testAlone } from '../../support/simulator.js'
import { until } from '../../support/until.js'

const AT = '2026-03-01T12:00:07.450Z'

const { simulator, control, bodyOf } = oneSimulator({ at: AT })

async function ethAt(base: string): Promise<number> {
  const rows = (await (await fetch(`${base}/prices/tickers`)).json()) as {
    tokenSymbol: string
    medianPrice: string
  }[]
  return Number(rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.medianPrice) / 1e12
}
const eth = () => ethAt(`${simulator().url}/arbitrum`)

test('the market is shown at once, even on a frozen clock', async () => {
  const before = await eth()
  const { status, body } = await control.post('/prices', { asset: 'ETH', price: '1500' })
  expect([status, body]).toEqual([
    200,
    { asset: 'ETH', price: '1500', from: '2026-03-01T12:00:07.000Z', at: '2026-03-01T12:00:07.000Z' },
  ])
  expect(await eth()).toBe(1500)
  expect(await ethAt(`${simulator().url}/avalanche-fallback`)).toBe(1500)
  await control.post('/clock/advance', { by: '1h' })
  const later = await eth()
  expect(later).not.toBe(1500)
  expect(later / before).toBeCloseTo(1500 / before, 1)
})

test('over a time it is on its way, and there at the end of it', async () => {
  const before = await eth()
  await control.post('/prices', { asset: 'ETH', price: 1000, over: '10s' })
  expect(await eth()).toBe(before)
  await control.post('/clock/advance', { by: '5s' })
  expect(await eth()).toBeCloseTo((before + 1000) / 2, -1)
  await control.post('/clock/advance', { by: '5s' })
  expect(await eth()).toBe(1000)
})

test('snapshots hold them, another scenario leaves them, a reset forgets them', async () => {
  const before = await eth()
  const { id } = (await control.post('/snapshots')).body
  await control.post('/prices', { asset: 'ETH', price: 1234 })
  const set = (await control.post('/snapshots')).body
  await control.put('/scenario', 'rules: []')
  expect(await eth()).toBe(1234)
  await control.post(`/snapshots/${id}/restore`)
  expect(await eth()).toBe(before)
  await control.post(`/snapshots/${set.id}/restore`)
  expect(await eth()).toBe(1234)
  await control.post('/reset')
  expect(await eth()).toBe(before)
})

test('they go on under the moves of a scenario, and hold no request up', async () => {
  await control.put(
    '/scenario',
    'events: [{ asset: ETH, at: 60s, move: -50% }]\nrules: [{ match: { base: fallback }, fault: { hang: true } }]',
  )
  const held = fetch(`${simulator().url}/arbitrum-fallback/ping`).catch((error: unknown) => error)
  await control.post('/journal/wait', { match: { base: 'fallback' } })
  await control.post('/prices', { asset: 'ETH', price: 2000 })
  // Of several replicas, the others know of it within a second.
  await until(async () => expect((await bodyOf('/session')).held).toBe(1))
  expect(await eth()).toBe(2000)
  await control.post('/clock/advance', { by: '61s' })
  expect(await eth()).toBeCloseTo(1000, -1)
  await control.delete('/scenario')
  expect(await held).toBeInstanceOf(TypeError)
})

test('a crash with a recovery, shown on the timeline without a scenario, and undone with its history', async () => {
  await using sim = await startSimulator({ seed: '42', clock: { mode: 'frozen', at: AT } })
  const { post, get, delete: drop } = controlOf(sim.url)
  const price = () => ethAt(sim.baseUrl('arbitrum'))
  const candles = async () => (await get('/market/candles?symbol=BTC&limit=5')).body
  const before = await price()
  const { body } = await post('/prices', {
    asset: '*',
    move: '-20%',
    recover: { after: '60s', to: '-5%', over: '60s' },
  })
  expect(body).toEqual({
    asset: '*',
    from: '2026-03-01T12:00:07.000Z',
    at: '2026-03-01T12:00:07.000Z',
    recoveredAt: '2026-03-01T12:02:07.000Z',
  })
  expect((await price()) / before).toBeCloseTo(0.8, 3)
  const moves = async () => (await get('/scenario/timeline')).body.moves
  expect(await moves()).toEqual([
    { asset: '*', what: '-20% at once', from: body.from, until: '2026-03-01T12:02:07.000Z' },
  ])
  await post('/clock/advance', { by: '10m' })
  const moved = { price: await price(), candles: await candles() }
  await post('/prices', { asset: 'ETH', move: '+1%' })
  expect((await drop('/prices?last=true')).body).toEqual({ undone: 1 })
  expect(await moves()).toHaveLength(1)
  expect((await drop('/prices')).body).toEqual({ undone: 1 })
  expect(moved.price / (await price())).toBeCloseTo(0.95, 3)
  expect(await candles()).not.toEqual(moved.candles)
  expect(await moves()).toEqual([])
  expect((await drop('/prices')).body).toEqual({ undone: 0 })
})

test.each([
  [{ asset: 'ETHH', price: 1 }, 'bad-price', 'unknown asset "ETHH"'],
  [{ asset: '*', price: 1 }, 'bad-price', 'unknown asset "*"'],
  [{ asset: 'ETH', price: '1.00001' }, 'bad-price', 'ETH cannot cost 1.00001 USD'],
  [{ asset: 'ETH', price: 'x' }, 'bad-body', 'price is "x": write a price in USD above 0'],
  [{ asset: 'ETH', price: 1, over: '8d' }, 'bad-body', 'write a duration of at most 7d'],
  [{ asset: 'ETH' }, 'bad-body', 'write one of price and move'],
  [{ asset: 'ETH', price: 1, move: '5%' }, 'bad-body', 'write one of price and move'],
  [{ asset: 'ETH', price: 1, recover: { to: '0%' } }, 'bad-body', 'recover applies to move only'],
])('%j is refused', async (body, code, message) => {
  const { status, body: reply } = await control.post('/prices', body)
  expect([status, reply.error.code]).toEqual([400, code])
  expect(reply.error.message).toContain(message)
  expect(reply.error.hint).not.toBe('')
})

test('so is their length, with that of the events of the scenario', async () => {
  const events = [{ asset: 'BTC', move: '-5%', at: '1h', over: '7d' }]
  await control.put('/scenario', JSON.stringify({ events }))
  const week = () => control.post('/prices', { asset: 'ETH', move: '-5%', over: '7d' })
  for (let moved = 1; moved < 57; moved++) expect((await week()).status).toBe(200)
  const { status, body } = await week()
  expect([status, body.error.code]).toEqual([429, 'too-many-prices'])
  expect(body.error.message).toContain('would last more than 400d in total')
})

testAlone('their number is limited', async () => {
  await control.post('/prices', { asset: 'ETH', price: 2000 })
  const { session } = simulator()
  session.setMoves(Array.from({ length: 999 }, () => session.moves[0]))
  expect((await control.post('/prices', { asset: 'ETH', price: 2001 })).status).toBe(200)
  expect((await control.post('/prices', { asset: 'ETH', price: 1 })).status).toBe(429)
  expect((await control.delete('/prices')).body).toEqual({ undone: 1000 })
  expect((await control.post('/prices', { asset: 'ETH', price: 1 })).status).toBe(200)
})
