/** x-gmx-sim-at tells the instant of the data, not that of the window in which it is kept. */
import request from 'supertest'
import { expect, test } from 'vitest'
import { createTestSimulator } from '../../support/simulator.js'

const at = '2026-03-01T12:34:57.450Z'

test.each([
  ['/markets/info', 'documented', '2026-03-01T12:34:55.000Z'],
  ['/markets/info', 'off', '2026-03-01T12:34:55.000Z'],
  ['/rates', 'documented', '2026-03-01T12:00:00.000Z'],
  ['/rates', 'off', '2026-03-01T12:00:00.000Z'],
  ['/prices/tickers', 'documented', '2026-03-01T12:34:57.300Z'],
  ['/prices/tickers', 'off', '2026-03-01T12:34:57.450Z'],
])('%s with the cache windows %s', async (path, cache, described) => {
  const { app } = await createTestSimulator({ at, cache })
  const reply = await request(app).get(`/botanix${path}`)
  expect(reply.headers['x-gmx-sim-at']).toBe(described)
})

test('the data is that of the instant in the header', async () => {
  const bodyAt = async (at: string) =>
    (await request((await createTestSimulator({ at, cache: 'off' })).app).get('/botanix/markets/info')).text
  expect(await bodyAt(at)).toBe(await bodyAt('2026-03-01T12:34:55.000Z'))
  expect(await bodyAt(at)).not.toBe(await bodyAt('2026-03-01T12:34:54.999Z'))
})

test.each(['/arbitrum', '/arbitrum/'])('%s says what to ask for', async (path) => {
  const { app } = await createTestSimulator()
  const reply = await request(app).get(path)
  expect(reply.status).toBe(404)
  expect(reply.body.errors).toEqual([
    'there is nothing at a base address itself: ask for a path below it, such as /ping',
  ])
})
