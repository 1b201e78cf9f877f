/** A server with a token tells nobody without it which sessions exist. */
import request from 'supertest'
import { expect, test } from 'vitest'
import { createTestSimulator } from '../../support/simulator.js'

test('without the token, a reply does not depend on whether a session exists', async () => {
  const { app } = await createTestSimulator({ controlToken: 'secret-token' })
  const authorization = 'Bearer secret-token'
  const created = await request(app).post('/__sim/v1/sessions').set({ authorization }).send('{"id":"mine"}')
  expect(created.status).toBe(201)
  const reply = async (id: string, headers: Record<string, string>) => {
    const { status, body } = await request(app).get(`/s/${id}/__sim/v1/clock`).set(headers)
    return [status, body.error]
  }
  const [refused, error] = await reply('mine', {})
  expect([refused, error.code]).toEqual([401, 'bad-token'])
  expect(await reply('none', {})).toEqual([refused, error])
  expect((await reply('mine', { authorization }))[0]).toBe(200)
  expect((await reply('none', { authorization }))[0]).toBe(404)
})
