/** The stream of events: all that somebody who watches a session needs to see. */
import { afterEach, expect, test } from 'vitest'
import { oneSimulator } from '../../support/one-simulator.js'
import { startTestSimulator } from '../../support/simulator.js'
import { type Watch, watchOf } from '../../support/watch.js'

const { simulator, control, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })
const open: Watch[] = []
afterEach(async () => {
  for (const watch of open) watch.leave()
  await Promise.all(open.splice(0).map(({ ended }) => ended))
})

const watching = async (query = '', below = '') => {
  const watch = await watchOf(`${simulator().url}${below}/__sim/v1/watch${query}`)
  open.push(watch)
  return watch
}

test('begins with the full state', async () => {
  const watch = await watching()
  expect(watch.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await watch.until('journal')
  const names = 'hello clock session counts sessions scenario bases market journal'
  expect(watch.told.map(({ event }) => event).join(' ')).toBe(names)
  const [hello, clock, session, counts, sessions, scenario, bases, market] = watch.told.map(
    ({ data }) => data,
  )
  expect(hello).toEqual({ instanceId: simulator().instanceId, version: '0.1.0', algorithm: 6, session: null })
  expect(clock).toEqual({ now: '2026-03-01T12:00:00.000Z', mode: 'frozen', rate: 1 })
  const { script, test: _, ...view } = (await control.get('/session')).body
  expect(script).toContain(view.command)
  expect(session).toEqual(view)
  expect(counts).toEqual({ requests: 0, held: 0 })
  expect(sessions).toEqual({ sessions: [], count: 0 })
  expect(scenario).toEqual((await control.get('/scenario/timeline')).body)
  expect(bases).toEqual((await control.get('/bases')).body)
  const { candles, decimals } = (await control.get('/market/candles?limit=2')).body
  const [before, candle] = candles
  expect(market).toMatchObject({ network: 'arbitrum', period: '1m', before, candle, decimals })
})

test('requests are logged once their reply has left', async () => {
  const watch = await watching()
  await watch.until('journal')
  await ask('/arbitrum/ping')
  const { entries } = await watch.until('journal', ({ entries }) => entries[0]?.ms != null)
  expect(entries).toMatchObject([
    { n: 1, network: 'arbitrum', base: 'primary', endpoint: 'ping', status: 200 },
  ])
  const { bases } = await watch.until('bases', ({ bases }) => bases[0].last !== null)
  expect(bases[0]).toMatchObject({ network: 'arbitrum', last: { n: 1 } })
  expect(bases[0].perSecond).toBeGreaterThan(0)
})

test('reports changes by others: clock, scenario, sessions', async () => {
  const watch = await watching('?network=avalanche&symbol=BTC&period=5m')
  await watch.until('journal')
  await control.post('/clock/advance', { by: '1h' })
  await watch.until('clock', ({ now }) => now === '2026-03-01T13:00:00.000Z')
  await control.put('/scenario', 'primary-outage')
  const { rules } = await watch.until('scenario', ({ name }) => name === 'primary-outage')
  expect(rules.length).toBeGreaterThan(0)
  expect((await watch.until('session', ({ scenario }) => scenario !== null)).command).toContain(
    '--scenario primary-outage',
  )
  await control.post('/sessions', { id: 'seen', seed: '7' })
  expect(await watch.until('sessions', ({ count }) => count === 1)).toEqual({
    sessions: [{ id: 'seen', seed: '7' }],
    count: 1,
  })
  await control.delete('/sessions/seen')
  const market = await watch.until('market')
  expect(market).toMatchObject({ network: 'avalanche', symbol: 'BTC', period: '5m' })
})

test('a watch reports the end of its session and closes', async () => {
  await control.post('/sessions', { id: 'short' })
  const watch = await watching('', '/s/short')
  expect(await watch.until('hello')).toMatchObject({ session: 'short' })
  await watch.until('journal')
  await control.delete('/sessions/short')
  expect(await watch.until('end')).toEqual({ why: 'the session has ended', over: true })
  await watch.ended
})

test('a watch reports that the server is stopping', async () => {
  const other = await startTestSimulator()
  const watch = await watchOf(`${other.url}/__sim/v1/watch`)
  await watch.until('journal')
  await other.stop()
  await watch.ended
  expect(await watch.until('end')).toEqual({ why: 'the server is stopping', over: false })
})

test('unknown names are rejected before any output', async () => {
  const refused = await ask('/__sim/v1/watch?symbol=NOPE')
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { code: 'no-such-token' } })
  expect((await ask('/__sim/v1/watch?period=2m')).status).toBe(400)
  expect((await ask('/s/none/__sim/v1/watch')).status).toBe(404)
  expect((await ask('/__sim/v1/watch', { method: 'HEAD' })).status).toBe(200)
})
