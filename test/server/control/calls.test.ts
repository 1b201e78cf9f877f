/** Calls of the control API, and mistakes in them. */
import { describe, expect, test } from 'vitest'
import { LIBRARY } from '../../support/library.js'
import { oneSimulator } from '../../support/one-simulator.js'
import { until } from '../../support/until.js'

const { simulator, control, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

test('health reports version, identity and clock', async () => {
  expect((await control.get('/health')).body).toEqual({
    status: 'ok',
    instanceId: simulator().instanceId,
    version: '0.1.0',
    algorithm: 6,
    seed: 'gmx-sim',
    now: '2026-03-01T12:00:00.000Z',
    clock: { mode: 'frozen', rate: 1 },
    nowhere: { count: 0, last: null },
    limits: expect.any(Object),
  })
})

test('the clock is read, advanced, set going and sent travelling', async () => {
  const set = async (change: object) => (await control.put('/clock', change)).body
  expect((await control.post('/clock/advance', { by: '5m' })).body.now).toBe('2026-03-01T12:05:00.000Z')
  expect((await set({ at: '1990-01-01T00:00:00Z' })).now).toBe('1990-01-01T00:00:00.000Z')
  expect((await set({ at: 4_102_444_800 })).now).toBe('2100-01-01T00:00:00.000Z')
  const before = Date.now()
  const { now } = await set({ at: 'now' })
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(now)).toBeLessThanOrEqual(Date.now())
  const running = await set({ mode: 'real', rate: 3600, at: '2026-01-01T00:00:00Z' })
  expect(running).toMatchObject({ mode: 'real', rate: 3600 })
  await until(async () => expect((await control.get('/clock')).body.now > '2026-01-01T00:02').toBe(true))
})

test('a scenario is loaded, read with its counters, and ended', async () => {
  const yaml = 'name: down\nrules:\n  - id: dead\n    match: { base: primary }\n    fault: { status: 503 }\n'
  expect((await control.put('/scenario', yaml)).body.scenario.name).toBe('down')
  expect((await ask('/arbitrum/ping')).status).toBe(503)
  expect((await ask('/arbitrum-fallback/ping')).status).toBe(200)
  expect((await control.get('/scenario')).body.rules).toEqual([{ id: 'dead', matched: 1, fired: 1 }])
  await control.put('/scenario', JSON.stringify({ rules: [{ fault: { status: 500 } }] }))
  expect((await control.get('/scenario')).body.rules).toEqual([{ id: 'rule-1', matched: 0, fired: 0 }])
  expect((await control.delete('/scenario')).body.scenario).toBeNull()
  expect((await ask('/arbitrum/ping')).status).toBe(200)
})

test('the library is listed, and one of it is loaded by its name', async () => {
  const { scenarios } = (await control.get('/scenarios')).body
  expect(scenarios.map(({ name }: { name: string }) => name)).toEqual(LIBRARY.toSorted())
  for (const { description } of scenarios) expect(description).toContain('A good client ')
  for (const body of ['{"use":"primary-down"}', 'use: primary-down', 'primary-down']) {
    const { status, body: state } = await control.put('/scenario', body)
    expect([status, state.scenario.name, state.rules.length], body).toEqual([200, 'primary-down', 1])
    await control.delete('/scenario')
  }
})

const NOTHING = 'the scenario does nothing: write '
test.each([
  ['{"use":"primary-outag"}', 'the library has no scenario "primary-outag": did you mean primary-outage?'],
  ['../../package', 'the library has no scenario "../../package": write a name from GET scenarios'],
  ['{"name":"primary-down"}', `${NOTHING}use: primary-down for the one of the library`],
  ['name: mine', `${NOTHING}rules or events`],
  ['rules:\n  - fault: { staus: 500 }', '2:14 unknown key "staus": did you mean'],
])('%j is refused, and the last scenario stays', async (body, message) => {
  await control.put('/scenario', 'rules: [{ id: a, fault: { status: 500 } }]')
  const refused = await control.put('/scenario', body)
  expect([refused.status, refused.body.error.code]).toEqual([400, 'bad-scenario'])
  expect(refused.body.error.message).toContain(message)
  expect((await control.get('/scenario')).body.rules[0].id).toBe('a')
})

test('the journal lists, counts and clears; control calls are not in it', async () => {
  for (const path of ['ping', 'ping', 'prices/candles', 'nope']) await ask(`/arbitrum/${path}`)
  await ask('/avalanche-fallback/prices/tickers')
  const { entries } = (await control.get('/journal')).body
  expect(entries).toHaveLength(5)
  expect(entries[3]).toMatchObject({ endpoint: null, status: 404, outcome: 'error' })
  expect(entries[4]).toMatchObject({
    ...{ n: 5, at: '2026-03-01T12:00:00.000Z', network: 'avalanche', base: 'fallback', endpoint: 'tickers' },
    ...{ method: 'GET', url: '/prices/tickers', rule: null, status: 200, outcome: 'ok' },
  })
  const count = async (query: string) => (await control.get(`/journal/count${query}`)).body.count
  const queries = ['', '?status=400', '?network=arbitrum&endpoint=ping']
  expect(await Promise.all(queries.map(count))).toEqual([5, 1, 2])
  const newest = (await control.get('/journal?since=2&limit=1')).body.entries
  expect(newest.map(({ n }: { n: number }) => n)).toEqual([5])
  await control.delete('/journal')
  expect(await count('')).toBe(0)
})

test('journal/wait answers as soon as the count is reached, or 408', async () => {
  const waiting = control.post('/journal/wait', { match: { base: 'fallback' }, count: 2, timeout: '1m' })
  await ask('/arbitrum-fallback/ping')
  await ask('/arbitrum/ping')
  await ask('/botanix-fallback/ping')
  expect(await waiting).toEqual({ status: 200, body: { count: 2 } })
  const late = await control.post('/journal/wait', { match: { base: 'fallback-2' }, timeout: '20ms' })
  expect(late.status).toBe(408)
  expect(late.body.error).toMatchObject({
    code: 'not-in-time',
    message: '0 of 1 requests were received in time',
  })
})

describe('mistakes get the right status, a code, a message and a hint, and change nothing', () => {
  test.each([
    ['PUT', '/clock', '{', 400, 'bad-json'],
    ['PUT', '/clock', { moed: 'real' }, 400, 'bad-body'],
    ['PUT', '/clock', { rate: 0 }, 400, 'bad-body'],
    ['PUT', '/clock', { at: '2026-02-30' }, 400, 'bad-body'],
    ['PUT', '/clock', { at: '1889-01-01' }, 400, 'bad-body'],
    ['POST', '/clock/advance', { by: '-5m' }, 400, 'bad-body'],
    ['POST', '/clock/advance', { by: 5 }, 400, 'bad-body'],
    ['POST', '/clock/advance', { by: '36000d' }, 400, 'beyond-time'],
    ['PUT', '/scenario', '', 400, 'bad-scenario'],
    ['PUT', '/scenario', 'rules: [', 400, 'bad-scenario'],
    ['POST', '/journal/wait', { count: 0 }, 400, 'bad-body'],
    ['POST', '/journal/wait', { match: { bsae: 'primary' } }, 400, 'bad-body'],
    ['GET', '/journal?status=abc', undefined, 400, 'bad-query'],
    ['GET', '/journal?limit=1&limit=2', undefined, 400, 'bad-query'],
    ['POST', '/sessions', { id: 'a/b' }, 400, 'bad-session-id'],
    ['POST', '/sessions', { id: '..' }, 400, 'bad-session-id'],
    ['POST', '/sessions', { id: 'x'.repeat(1024) }, 400, 'bad-session-id'],
    ['POST', '/sessions', { scenario: 'rules: 1' }, 400, 'bad-scenario'],
    ['POST', '/sessions', { scenario: { rulez: [] } }, 400, 'bad-scenario'],
    ['POST', '/sessions', { dialect: 'klingon' }, 400, 'bad-body'],
    ['POST', '/sessions', { ttl: 5 }, 400, 'bad-body'],
    ['DELETE', '/sessions/nope', undefined, 404, 'no-such-session'],
    ['POST', '/snapshots/nope/restore', undefined, 404, 'no-such-snapshot'],
    ['GET', '/nope', undefined, 404, 'no-such-call'],
    ['GET', '/%zz', undefined, 404, 'no-such-call'],
    ['DELETE', '/clock', undefined, 405, 'wrong-method'],
  ] as const)('%s %s is refused (%#)', async (method, path, body, status, code) => {
    const stateOf = async () => [
      await control.get('/clock'),
      await control.get('/scenario'),
      await control.get('/sessions'),
    ]
    const before = await stateOf()
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const init = { method, ...(text !== undefined && { body: text }) }
    const reply = await ask(`/__sim/v1${path}`, init)
    const { error } = (await reply.json()) as { error: { code: string; message: string; hint: string } }
    expect([reply.status, error.code]).toEqual([status, code])
    expect(error.message.length).toBeGreaterThan(5)
    expect(error.message.length).toBeLessThan(500)
    expect(error.hint.length).toBeGreaterThan(5)
    expect(await stateOf()).toEqual(before)
  })
})

test('reset goes back to how it was started', async () => {
  await control.put(
    '/scenario',
    'seed: "7"\nclock: { at: 2030-01-01T00:00:00Z }\nrules: [{ fault: { status: 500 } }]',
  )
  await ask('/arbitrum/ping')
  await control.post('/reset')
  expect((await control.get('/health')).body).toMatchObject({
    seed: 'gmx-sim',
    now: '2026-03-01T12:00:00.000Z',
  })
  expect((await ask('/arbitrum/ping')).status).toBe(200)
  expect((await control.get('/journal/count')).body.count).toBe(1)
})
