/** Sessions: isolated worlds of one server. */
import { describe, expect, test } from 'vitest'
import { controlOf } from '../../support/control.js'
import { oneSimulator } from '../../support/one-simulator.js'
import { until } from '../../support/until.js'

const { simulator, control, ask } = oneSimulator({ at: '2026-03-01T12:00:00Z' })

const textOf = async (path: string) => (await ask(path)).text()

test('a session has its own clock, seed, scenario, counters and journal', async () => {
  const made = await control.post('/sessions', {
    id: 'mine',
    seed: '7',
    clock: { at: '2030-01-01T00:00:00Z' },
    scenario: {
      rules: [{ id: 'limit', match: { endpoint: 'ping' }, when: { calls: '2..' }, fault: { status: 429 } }],
    },
  })
  expect(made.status).toBe(201)
  expect(made.body.baseUrls.arbitrum['fallback-2']).toBe(`${simulator().url}/s/mine/arbitrum-fallback-2`)
  expect(made.body.controlUrl).toBe(`${simulator().url}/s/mine/__sim/v1`)
  const mine = controlOf(`${simulator().url}/s/mine`)
  expect((await mine.get('/clock')).body).toEqual({
    now: '2030-01-01T00:00:00.000Z',
    mode: 'frozen',
    rate: 1,
  })
  await mine.post('/clock/advance', { by: '1h' })
  expect((await ask('/s/mine/arbitrum/ping')).status).toBe(200)
  expect((await ask('/s/mine/arbitrum/ping')).status).toBe(429)
  expect((await ask('/arbitrum/ping')).status).toBe(200)
  expect((await mine.get('/journal/count')).body.count).toBe(2)
  expect((await control.get('/journal/count')).body.count).toBe(1)
  expect((await control.get('/clock')).body.now).toBe('2026-03-01T12:00:00.000Z')
  expect((await ask('/s/mine/arbitrum/prices/tickers')).headers.get('x-gmx-sim-at')).toBe(
    '2030-01-01T01:00:00.000Z',
  )
  expect(await textOf('/s/mine/arbitrum/prices/tickers')).not.toBe(await textOf('/arbitrum/prices/tickers'))
})

test('a session inherits the options of the server, and repeats no call about it', async () => {
  const { body } = await control.post('/sessions')
  expect(body.id).toMatch(/^[A-Za-z0-9-]{36}$/)
  expect(await textOf(`/s/${body.id}/arbitrum/prices/tickers`)).toBe(await textOf('/arbitrum/prices/tickers'))
  for (const path of ['/health', '/sessions'])
    expect((await controlOf(`${simulator().url}/s/${body.id}`).get(path)).body.error.code).toBe(
      'no-such-call',
    )
})

describe('an ended session', () => {
  test('is gone, with its requests freed', async () => {
    await control.post('/sessions', { id: 'ending', scenario: { rules: [{ fault: { hang: true } }] } })
    const ended = expect(ask('/s/ending/arbitrum/ping')).rejects.toThrow('fetch failed')
    await controlOf(`${simulator().url}/s/ending`).post('/journal/wait', {})
    expect((await control.delete('/sessions/ending')).body).toEqual({ ended: 'ending' })
    await ended
    expect((await ask('/s/ending/arbitrum/ping')).status).toBe(404)
    const call = await controlOf(`${simulator().url}/s/ending`).get('/clock')
    expect([call.status, call.body.error.code]).toEqual([404, 'no-such-session'])
    expect((await control.post('/sessions', { id: 'ending' })).status).toBe(201)
    expect((await control.post('/sessions', { id: 'ending' })).body.error.code).toBe('session-exists')
  })

  test('expires after its time to live', async () => {
    for (const [id, ttl] of Object.entries({ short: '30ms', long: '1h' }))
      expect((await control.post('/sessions', { id, ttl })).status).toBe(201)
    await until(async () => expect((await ask('/s/short/arbitrum/ping')).status).toBe(404))
    expect((await ask('/s/long/arbitrum/ping')).status).toBe(200)
  })
})

test('a reset forgets the snapshots', async () => {
  await control.post('/sessions', { id: 'forgetful' })
  const own = controlOf(`${simulator().url}/s/forgetful`)
  for (let i = 0; i < 100; i++) expect((await own.post('/snapshots')).status).toBe(201)
  expect((await own.post('/snapshots')).body.error.code).toBe('too-many-snapshots')
  await own.post('/reset')
  expect((await own.post('/snapshots/snapshot-1/restore')).body.error.code).toBe('no-such-snapshot')
  expect((await own.post('/snapshots')).status).toBe(201)
})

test('the list says how old each is, how often requests failed, and which did last', async () => {
  await control.post('/sessions', { id: 'fails' })
  const at = `${simulator().url}/s/fails`
  await controlOf(at).put(
    '/scenario',
    'name: bad\nrules: [{ match: { base: fallback }, fault: { reset: before } }]',
  )
  for (const path of ['/arbitrum/ping', '/arbitrum-fallback/ping', '/arbitrum/nothing'])
    await fetch(`${at}${path}`).catch(() => {})
  await controlOf(at).delete('/scenario')
  const { sessions } = (await control.get('/sessions')).body
  const listed = sessions.find(({ id }: { id: string }) => id === 'fails')
  expect(listed).toMatchObject({ scenario: null, requests: 3, failures: 2 })
  expect(listed.lastFailure).toMatchObject({ n: 3, url: '/nothing', status: 404 })
  expect(listed.ageMs).toBeGreaterThanOrEqual(0)
  await control.delete('/sessions/fails')
})
