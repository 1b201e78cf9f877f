/** A simulator in an Express app of the user, as middleware. */
import express from 'express'
import request from 'supertest'
import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../../../src/entrypoints/index.js'

const sim = await startSimulator()
const apart = await sim.session({ id: 'apart', seed: '7' })
afterAll(() => sim.stop())
const app = express()
app.use('/prices-of-tests', sim.routes())
app.use('/apart', apart.routes())
app.get('/own', (_request, response) => void response.json('mine'))

test('its base addresses are below the path at which it is mounted', async () => {
  const { body, status } = await request(app).get('/prices-of-tests/arbitrum/prices/tickers')
  expect([status, body]).toEqual([200, await sim.ask('arbitrum', 'tickers')])
  expect((await request(app).get('/own')).body).toBe('mine')
})

test('index and control API name that path', async () => {
  const index = await request(app).get('/prices-of-tests/').set('host', 'app.example')
  expect(index.body.baseUrls.arbitrum.primary).toBe('http://app.example/prices-of-tests/arbitrum')
  const { body } = await request(app).get('/prices-of-tests/__sim/').set('host', 'localhost')
  expect(body.clock).toBe('/prices-of-tests/__sim/v1/clock')
})

test('those of a session are its own', async () => {
  const { body } = await request(app).get('/apart/arbitrum/prices/tickers')
  expect(body).toEqual(await apart.ask('arbitrum', 'tickers'))
  expect(body).not.toEqual(await sim.ask('arbitrum', 'tickers'))
  expect(await apart.journal.count({ endpoint: 'tickers' })).toBe(1)
  expect((await request(app).get('/apart/s/apart/arbitrum/ping')).status).toBe(200)
  const { body: clock } = await request(app).get('/apart/__sim/v1/clock').set('host', 'localhost')
  expect(clock.now).toBe(apart.clock.now().toISOString())
})
