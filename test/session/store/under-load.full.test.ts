/** Three replicas that answer as one, while many ask. */
import { describe, expect, test } from 'vitest'
import { hammer, report } from '../../support/hammer.js'
import { hasStore } from '../../support/redis.js'
import { LONG_LEASE_MS } from '../../support/replicas.js'
import { until } from '../../support/until.js'
import { COUNTING, patiently, pause, problemUnderCounting, threeReplicas } from './support.js'

describe.runIf(hasStore())('three replicas', () => {
  const three = threeReplicas()

  test('a store 50 ms away is slow, and nothing else', async () => {
    await three.startAway([50, 50, 50], LONG_LEASE_MS)
    await patiently(() => three.control().put('/scenario', COUNTING))
    const tally = await hammer({ urls: three.urls, count: 600, check: problemUnderCounting })
    const counted = await three.counts()
    report('a store 50 ms away', tally, counted)
    expect({ ...tally, wrong: [...tally.wrong] }).toEqual({
      sent: 600,
      right: 600,
      refused: 0,
      lost: 0,
      wrong: [],
    })
    expect(counted).toEqual({ matched: 600, first: 3, tenth: 60, journal: 600 })
  })

  test('no request after a change sees the state before it, under load', async () => {
    await three.start()
    const over = new AbortController()
    const known = new Set(['200', ...Array.from({ length: 12 }, (_, n) => String(500 + n))])
    const running = hammer({
      urls: three.urls,
      signal: over.signal,
      atOnce: 12,
      check: ({ status }) => (known.has(String(status)) ? undefined : String(status)),
    })
    const seen: number[] = []
    for (let n = 0; n < 12; n++) {
      await three.control(n).put('/scenario', { rules: [{ fault: { status: 500 + n } }] })
      for (let m = 0; m < 9; m++) seen.push((await fetch(`${three.urls[m % 3]}/arbitrum/ping`)).status - n)
    }
    over.abort()
    const tally = await running
    report('12 changes under load', tally, {
      'asked after a change': seen.length,
      'saw the old state': seen.filter((status) => status !== 500).length,
    })
    expect(new Set(seen)).toEqual(new Set([500]))
    expect([...tally.wrong]).toEqual([])
    expect(tally.refused + tally.lost).toBe(0)
  })

  test('one change frees 500 held requests on three replicas', async () => {
    await three.start()
    await three.control().put('/scenario', { rules: [{ fault: { hang: true } }] })
    const running = hammer({
      urls: three.urls,
      count: 500,
      atOnce: 500,
      check: ({ status }) => String(status),
    })
    await three.control().post('/journal/wait', { count: 500, timeout: '1m' })
    await until(async () => {
      const { replicas } = (await three.control().get('/replicas')).body
      const held = replicas.map(({ held }: { held: number }) => held)
      expect(held.reduce((sum: number, one: number) => sum + one, 0)).toBe(500)
      expect(Math.min(...held)).toBeGreaterThan(100)
    })
    await three.control(1).delete('/scenario')
    const tally = await running
    report('500 held requests let go', tally)
    // A hang ends with its connection.
    expect([tally.lost, tally.right, tally.refused, [...tally.wrong]]).toEqual([500, 0, 0, []])
    expect((await three.control(2).get('/journal/count?outcome=hang')).body.count).toBe(500)
  })

  test('a session that ends during a request answers consistently or not at all', async () => {
    await three.start()
    await three.control().post('/sessions', { id: 'ending', scenario: COUNTING })
    const over = new AbortController()
    const running = hammer({
      urls: three.urls,
      path: '/s/ending/arbitrum/ping',
      signal: over.signal,
      check: (reply) => (reply.status === 404 ? undefined : problemUnderCounting(reply)),
    })
    await pause(300)
    expect((await three.control(1).delete('/sessions/ending')).status).toBe(200)
    for (const url of three.urls) expect((await fetch(`${url}/s/ending/arbitrum/ping`)).status).toBe(404)
    over.abort()
    const tally = await running
    report('a session ended while it was asked', tally)
    expect([...tally.wrong]).toEqual([])
    expect(tally.refused + tally.lost).toBe(0)
    // Nothing of it stays in the store for good.
    for await (const keys of three.store.client.scanStream({ match: '*ending*' }))
      for (const key of keys) expect(await three.store.client.ttl(key), key).toBeGreaterThan(0)
  })

  test('a full store is reported, writes nothing partially, and recovers', async () => {
    await three.start()
    await patiently(() => three.control().put('/scenario', COUNTING))
    expect((await hammer({ urls: three.urls, count: 30, check: problemUnderCounting })).right).toBe(30)
    await three.control().get('/journal')
    await three.store.client.config('SET', 'maxmemory', '1mb')
    await three.store.client.config('SET', 'maxmemory-policy', 'noeviction')
    const version = async () => three.store.client.hgetall('{gmx-sim}:session:root')
    const before = await version()
    const refused = await three.control().put('/scenario', { rules: [{ fault: { status: 418 } }] })
    expect([refused.status, refused.body.error]).toEqual([
      503,
      {
        code: 'store',
        message: 'the store is full',
        hint: 'end sessions, or give the store more memory (maxmemory)',
      },
    ])
    const made = await three.control(1).post('/sessions', { id: 'more' })
    expect([made.status, made.body.error.message]).toEqual([503, 'the store is full'])
    const asked = await fetch(`${three.simulators[2].url}/arbitrum/ping`)
    expect([asked.status, await asked.json()]).toEqual([503, { errors: ['the store is full'] }])
    expect(await version()).toEqual(before)
    await three.store.client.config('SET', 'maxmemory', '0')
    await three.recovered()
    expect((await three.control().get('/sessions')).body.sessions).toEqual([])
    expect(await three.counts()).toMatchObject({ matched: 30, first: 3, tenth: 3, journal: 30 })
    expect((await hammer({ urls: three.urls, count: 30, check: problemUnderCounting })).right).toBe(30)
    expect(await three.counts()).toEqual({ matched: 60, first: 3, tenth: 6, journal: 60 })
  })

  test('a journal that three replicas write is read complete, in order and alike', async () => {
    await three.start()
    const sent: string[] = []
    // One client asks one after the other; others ask meanwhile.
    const over = new AbortController()
    const running = hammer({
      urls: three.urls,
      path: '/arbitrum-fallback/ping',
      signal: over.signal,
      atOnce: 8,
      check: ({ status }) => (status === 200 ? undefined : String(status)),
    })
    for (let n = 0; n < 300; n++) {
      await fetch(`${three.urls[n % 3]}/arbitrum/ping?n=${n}`)
      sent.push(`/ping?n=${n}`)
    }
    over.abort()
    const tally = await running
    const journals: { n: number; url: string; ms: number | null }[][] = []
    for (let n = 0; n < 3; n++)
      journals.push((await three.control(n).get('/journal?limit=10000')).body.entries)
    report('a journal of three replicas', tally, { entries: journals[0].length })
    expect(journals[0].length).toBe(300 + tally.right)
    expect(journals[0].map(({ n }) => n)).toEqual(journals[0].map((_, n) => n + 1))
    expect(journals[0].filter(({ url }) => url !== '/ping').map(({ url }) => url)).toEqual(sent)
    expect(journals[1]).toEqual(journals[0])
    expect(journals[2]).toEqual(journals[0])
  })
})
