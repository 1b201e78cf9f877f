/** Reports are taken and dropped, whatever is in them. */
import express from 'express'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createApp, startSimulator } from '../../../src/entrypoints/index.js'
import { oneSimulator } from '../../support/one-simulator.js'

const MIB = 1 << 20
const PATH = '/arbitrum/report/ui/batch_report'

const { simulator, ask } = oneSimulator()

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  ask(PATH, { method: 'POST', body: body ?? null, headers })
const seen = async (reply: Response) => [reply.status, await reply.text()]
const TOO_LARGE = [413, '{"errors":["the body is larger than 1 MiB"]}']

describe('a report', () => {
  test.each([
    ['JSON', '{"items":[{"type":"counter"}]}', { 'content-type': 'application/json' }],
    ['text that is no JSON', '{"items":', { 'content-type': 'application/json' }],
    ['nothing', '', {}],
    ['bytes that are no gzip', 'no gzip', { 'content-encoding': 'gzip' }],
    ['1 MiB', Buffer.alloc(MIB, 'a'), {}],
  ])('of %s is dropped, 200', async (_name, body, headers) => {
    expect(await seen(await post(body, headers as Record<string, string>))).toEqual([200, '{}'])
    expect(simulator().session.journal.entries()).toMatchObject([
      {
        endpoint: 'batch-report',
        method: 'POST',
        url: '/report/ui/batch_report',
        status: 200,
        outcome: 'ok',
      },
    ])
  })

  test('of a byte more than 1 MiB is refused, 413', async () => {
    expect(await seen(await post(Buffer.alloc(MIB + 1, 'a')))).toEqual(TOO_LARGE)
    expect(simulator().session.journal.count({ endpoint: 'batch-report', status: 413 })).toBe(1)
  })

  test('leaves its connection fit for the next request', async () => {
    for (const size of [10, MIB + 1, 10]) {
      expect((await post(Buffer.alloc(size, 'a'))).status).toBe(size > MIB ? 413 : 200)
      expect((await ask('/arbitrum/ping')).status).toBe(200)
    }
  })
})

test('in process it is the same', async () => {
  await using sim = await startSimulator()
  const seenOf = async (size: number) =>
    seen(await sim.fetch(PATH, { method: 'POST', body: Buffer.alloc(size, 'a') }))
  expect(await seenOf(MIB)).toEqual([200, '{}'])
  expect(await seenOf(MIB + 1)).toEqual(TOO_LARGE)
  expect(await sim.ask('arbitrum', 'batch-report')).toEqual({})
})

test('middleware that reads bodies does no harm', async () => {
  const app = express()
  app.use(express.json())
  app.use('/api', createApp())
  const { status, text } = await supertest(app).post(`/api${PATH}`).send({ items: [] })
  expect([status, text]).toEqual([200, '{}'])
})
