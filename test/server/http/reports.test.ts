/** Reports are taken and dropped, whatever is in them; rules act on them as on anything else. */
import { request } from 'node:http'
import express from 'express'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createApp, startSimulator } from '../../../src/entrypoints/index.js'
import { seenByFetch } from '../../support/clients.js'
import { oneSimulator } from '../../support/one-simulator.js'
import { load, oneRule, type Written } from '../../support/scenario.js'

const MIB = 1 << 20
const PATH = '/arbitrum/report/ui/batch_report'

const { simulator, ask } = oneSimulator()

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  ask(PATH, { method: 'POST', body: body ?? null, headers })
const seen = async (reply: Response) => [reply.status, await reply.text()]
const TOO_LARGE = [413, '{"errors":["the body is larger than 1 MiB"]}']

/** Sends a body piece by piece, without saying how long it is. */
function postChunked(sizes: readonly number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(`${simulator().url}${PATH}`, { method: 'POST' }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
    })
    asking.on('error', reject)
    for (const size of sizes) asking.write(Buffer.alloc(size, 'a'))
    asking.end()
  })
}

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

  test('that does not say how long it is is measured', async () => {
    expect(await postChunked([1000, MIB - 1000])).toBe(200)
    expect(await postChunked([MIB, 1])).toBe(413)
    expect(await postChunked(Array.from({ length: 8 }, () => MIB))).toBe(413)
  })

  test('leaves its connection fit for the next request', async () => {
    for (const size of [10, MIB + 1, 10]) {
      expect((await post(Buffer.alloc(size, 'a'))).status).toBe(size > MIB ? 413 : 200)
      expect((await ask('/arbitrum/ping')).status).toBe(200)
    }
  })
})

test.each<[Written, string]>([
  [{ status: 503 }, '503'],
  [{ close: true }, 'fetch failed UND_ERR_SOCKET'],
  [{ truncate: 0.5 }, '200, then terminated UND_ERR_SOCKET'],
])('a rule with %o acts on it', async (fault, expected) => {
  load(simulator().session, oneRule(fault, { match: { endpoint: 'batch-report', method: 'POST' } }))
  const init = { method: 'POST', body: '{}' }
  expect(await seenByFetch(`${simulator().url}${PATH}`, init)).toBe(expected)
  expect(simulator().session.journal.entries()).toMatchObject([{ rule: 'r', endpoint: 'batch-report' }])
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
