/** Three replicas that answer as one, while many ask and change. */
import { describe, expect, test } from 'vitest'
import { hammer, report } from '../../support/hammer.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { COUNTING, hammerDuring, pause, problemUnderCounting, threeReplicas } from './support.js'

describe.runIf(hasStore())('three replicas', () => {
  const three = threeReplicas()

  /** Requests while `work` is under way, none of which may go wrong. */
  async function during(
    work: () => Promise<void>,
    path: string,
    check: Parameters<typeof hammer>[0]['check'],
    atOnce = 12,
  ) {
    const tally = await hammerDuring(work, { urls: three.urls, path, atOnce, check })
    report(path, tally)
    expect([tally.refused, tally.lost, [...tally.wrong]]).toEqual([0, 0, []])
    return tally
  }

  test('no request after a change sees the state before it', async () => {
    await three.start()
    const known = new Set([200, ...Array.from({ length: 12 }, (_, n) => 500 + n)])
    const change = async () => {
      for (let n = 0; n < 12; n++) {
        await three.control(n).put('/scenario', { rules: [{ fault: { status: 500 + n } }] })
        for (let m = 0; m < 9; m++) expect((await three.ask('/arbitrum/ping', m))[0]).toBe(500 + n)
      }
    }
    await during(change, '/arbitrum/ping', ({ status }) => (known.has(status) ? undefined : String(status)))
  })

  test('one change frees 500 held requests on three replicas', async () => {
    await three.start()
    await three.control().put('/scenario', { rules: [{ fault: { hang: true } }] })
    const check = ({ status }: { status: number }) => String(status)
    const running = hammer({ urls: three.urls, count: 500, atOnce: 500, check })
    await three.control().post('/journal/wait', { count: 500, timeout: '1m' })
    await until(async () => {
      const { replicas } = (await three.control().get('/replicas')).body
      const held: number[] = replicas.map(({ held }: { held: number }) => held)
      expect(held.reduce((sum, one) => sum + one, 0)).toBe(500)
      expect(Math.min(...held)).toBeGreaterThan(100)
    })
    await three.control(1).delete('/scenario')
    const tally = await running
    // A hang ends with its connection.
    expect([tally.lost, tally.right, tally.refused, [...tally.wrong]]).toEqual([500, 0, 0, []])
    expect((await three.control(2).get('/journal/count?outcome=hang')).body.count).toBe(500)
  })

  test('a session that ends during a request answers consistently or not at all', async () => {
    await three.start()
    await three.control().post('/sessions', { id: 'ending', scenario: COUNTING })
    const end = async () => {
      await pause(300)
      expect((await three.control(1).delete('/sessions/ending')).status).toBe(200)
      for (let n = 0; n < 3; n++) expect((await three.ask('/s/ending/arbitrum/ping', n))[0]).toBe(404)
    }
    await during(end, '/s/ending/arbitrum/ping', (reply) =>
      reply.status === 404 ? undefined : problemUnderCounting(reply),
    )
    // Nothing of it stays in the store for good.
    const { client } = three.store
    for (const key of await client.keys('*ending*')) expect(await client.ttl(key), key).toBeGreaterThan(0)
  })

  test('a journal that three replicas write is read complete, in order and alike', async () => {
    await three.start()
    const sent = Array.from({ length: 300 }, (_, n) => `/ping?n=${n}`)
    // One client asks one after the other; others ask meanwhile.
    const one = async () => {
      for (const [n, path] of sent.entries()) await three.ask(`/arbitrum${path}`, n)
    }
    const isOk = ({ status }: { status: number }) => (status === 200 ? undefined : String(status))
    const tally = await during(one, '/arbitrum-fallback/ping', isOk, 8)
    const read = async (n: number): Promise<{ n: number; url: string; ms: number | null }[]> =>
      (await three.control(n).get('/journal?limit=10000')).body.entries
    const entries = await read(0)
    expect(entries.map(({ n }) => n)).toEqual(Array.from({ length: 300 + tally.right }, (_, n) => n + 1))
    expect(entries.filter(({ url }) => url !== '/ping').map(({ url }) => url)).toEqual(sent)
    expect(entries.every(({ ms }) => ms !== null)).toBe(true)
    expect(await read(1)).toEqual(entries)
    expect(await read(2)).toEqual(entries)
    expect((await three.control(1).get('/journal/count?base=primary')).body.count).toBe(300)
    expect((await three.control(2).delete('/journal')).body).toEqual({ count: 0 })
    for (const n of [0, 1, 2]) expect(await read(n)).toEqual([])
    await three.ask('/arbitrum/ping')
    expect(await read(1)).toMatchObject([{ n: 1 }])
  })

  test('changes that come at once are made one after the other', async () => {
    await three.start()
    const by = Array.from({ length: 12 }, (_, n) => n + 1)
    const { now: start } = (await three.control().get('/clock')).body
    const replies = await Promise.all(by.map((n) => three.control(n).post('/clock/advance', { by: `${n}s` })))
    expect(replies.map(({ status }) => status)).toEqual(by.map(() => 200))
    expect(new Set(replies.map(({ body }) => body.now)).size).toBe(12)
    for (const n of [0, 1, 2]) {
      const { now } = (await three.control(n).get('/clock')).body
      expect(Date.parse(now) - Date.parse(start)).toBe(78_000)
    }
  })

  test('a session that ends during a read is reported as gone', async () => {
    await three.start()
    const reads = ['/s/brief/__sim/v1/journal', '/s/brief/__sim/v1/session', '/__sim/v1/sessions']
    for (let round = 0; round < 12; round++) {
      await three.control(round).post('/sessions', { id: 'brief' })
      const reading = Array.from({ length: 12 }, (_, n) => three.ask(reads[n % 3], n >> 2))
      const ending = three.control(round + 1).delete('/sessions/brief')
      for (const [status] of await Promise.all(reading)) expect([200, 404]).toContain(status)
      expect((await ending).status).toBe(200)
    }
  })
})
