/** Paths that a newcomer tries first: `/__sim`, and an endpoint without a base address. */
import request from 'supertest'
import { expect, test } from 'vitest'
import { createTestSimulator } from '../../support/simulator.js'

const HOST = '127.0.0.1:8650'

test.each([
  ['/__sim', 10],
  ['/__sim/', 10],
  ['/s/mine/__sim', 4],
])('GET %s lists paths that exist', async (path, count) => {
  const { app, sessions } = await createTestSimulator()
  await sessions.create('mine', {})
  const get = (path: string) => request(app).get(path).set('host', HOST)
  const { status, body } = await get(path)
  expect(status).toBe(200)
  expect(Object.keys(body)).toHaveLength(count)
  for (const listed of Object.values<string>(body)) {
    const reply = await get(listed)
    // Pages for browsers need a build, which the fast lane does without.
    if (reply.status !== 200) expect(reply.text, listed).toMatch(/npm run build/)
  }
})

test('GET /__sim: 404 with --no-control', async () => {
  const { app } = await createTestSimulator({ noControl: 'true' })
  expect((await request(app).get('/__sim')).status).toBe(404)
})

test.each([
  ['/prices/tickers', 'did you mean /arbitrum/prices/tickers?'],
  ['/ping/?x=1', 'did you mean /arbitrum/ping?'],
  ['/s/mine/prices/tickers', 'did you mean /s/mine/arbitrum/prices/tickers?'],
  ['/avalance/prices/tickers', 'did you mean /avalanche/prices/tickers?'],
  ['/arbitrum-falback/nope', 'did you mean /arbitrum-fallback?'],
  ['/nope', 'begin with a base address, such as /arbitrum/prices/tickers'],
])('404 of %s: %s', async (path, hint) => {
  const { app, sessions } = await createTestSimulator()
  await sessions.create('mine', {})
  const { status, body } = await request(app).get(path).set('host', HOST)
  expect([status, body]).toEqual([404, { errors: [`there is nothing at ${path.split('?')[0]}; ${hint}`] }])
})
