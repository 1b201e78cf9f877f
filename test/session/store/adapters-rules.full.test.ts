/** Clocks, scenarios and what rules count, for each way to have shared state. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../../src/kit/random/random.js'
import { isDrawn } from '../../../src/scenario/trigger.js'
import { forEachAdapter, rule } from './adapters.js'

forEachAdapter((served) => {
  const { start, ask, statuses, call, send } = served
  beforeEach(() => start())

  test('a moved clock is visible to the next request', async () => {
    for (let minutes = 1; minutes <= 6; minutes++) {
      await send('post', '/clock/advance', { by: '1m' })
      const at = new Date(Date.parse('2026-03-01T12:00:07.450Z') + minutes * 60_000).toISOString()
      for (let n = 0; n < 3; n++) expect((await call('get', '/clock')).body.now).toBe(at)
      expect((await ask('/arbitrum/ping')).headers.get('x-gmx-sim-at')).toBe(at)
    }
  })

  test('rules count all requests in order, at any replica', async () => {
    const rules = [rule('some', { when: { calls: '3..5' } }), rule('every', { when: { every: 4, times: 2 } })]
    await send('put', '/scenario', { rules })
    expect(await statuses(13)).toEqual([200, 200, 503, 503, 503, 200, 200, 503, 200, 200, 200, 503, 200])
    expect((await call('get', '/scenario')).body.rules).toEqual([
      { id: 'some', matched: 13, fired: 3 },
      { id: 'every', matched: 13, fired: 2 },
    ])
  })

  test('chance follows from the seed alone', async () => {
    const scenario = { rules: [rule('chancy', { when: { chance: 0.5 } })] }
    await send('put', '/scenario', scenario)
    expect((await statuses(24)).map((status) => (status === 503 ? 'x' : '.')).join('')).toBe(
      drawnFor('chancy', 0.5, 24),
    )
    await send('put', '/scenario', scenario)
    expect((await statuses(6)).map((status) => (status === 503 ? 'x' : '.')).join('')).toBe(
      drawnFor('chancy', 0.5, 6),
    )
  })

  test('all clients share the tokens of a bucket', async () => {
    await send('put', '/scenario', {
      rules: [{ id: 'bucket', fault: { rateLimit: { requests: 4, per: '1s' } } }],
    })
    expect(await statuses(6)).toEqual([200, 200, 200, 200, 429, 429])
    await send('post', '/clock/advance', { by: '500ms' })
    expect(await statuses(3)).toEqual([200, 200, 429])
  })

  test('a new scenario applies to the next request, with its own counts', async () => {
    for (let n = 0; n < 6; n++) {
      await send('put', '/scenario', { rules: [{ fault: { status: 500 + n } }] })
      expect(await statuses(3)).toEqual([500 + n, 500 + n, 500 + n])
      expect((await call('get', '/scenario')).body.rules[0].matched).toBe(3)
    }
    await call('delete', '/scenario')
    expect(await statuses(3)).toEqual([200, 200, 200])
  })

  test("another client's change frees held requests", async () => {
    await send('put', '/scenario', { rules: [{ fault: { hang: true } }] })
    const held = Array.from({ length: 9 }, () => ask('/arbitrum/ping').then(String, () => 'closed'))
    await send('post', '/journal/wait', { count: 9, timeout: '1m' })
    await call('delete', '/scenario')
    expect(await Promise.all(held)).toEqual(Array(9).fill('closed'))
    expect(await statuses(3)).toEqual([200, 200, 200])
  })

  test('a rejected call changes nothing at any replica', async () => {
    await send('put', '/scenario', { rules: [rule('r', { when: { calls: 2 } })] })
    expect((await send('put', '/scenario', 'rules: nonsense')).status).toBe(400)
    expect((await send('put', '/scenario', { rules: [{ fault: { refuse: true } }] })).status).toBe(400)
    expect(await statuses(3)).toEqual([200, 503, 200])
  })

  test('changes that come at once are made one after the other', async () => {
    const by = Array.from({ length: 12 }, (_, n) => `${n + 1}s`)
    const replies = await Promise.all(by.map((by) => send('post', '/clock/advance', { by })))
    expect(replies.map(({ status }) => status)).toEqual(by.map(() => 200))
    for (let n = 0; n < 3; n++)
      expect((await call('get', '/clock')).body.now).toBe('2026-03-01T12:01:25.450Z')
    expect(new Set(replies.map(({ body }) => body.now)).size).toBe(12)
  })
})

/** What chance draws for the calls of a rule of that id under the usual seed: `x` where it fires. */
const drawnFor = (id: string, chance: number, calls: number): string =>
  Array.from({ length: calls }, (_, n) =>
    isDrawn({ chance }, keyOf('gmx-sim', 'rule', id), n + 1) ? 'x' : '.',
  ).join('')
