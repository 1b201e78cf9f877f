/** Three replicas that answer as one, while many ask and change. */
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../support/hammer.js'
import { hasStore } from '../../support/redis.js'
import { hammerDuring, threeReplicas } from './support.js'

describe.runIf(hasStore())('three replicas', () => {
  const three = threeReplicas()

  /** Requests while `work` is under way, none of which may go wrong. */
  async function during(work: () => Promise<void>, path: string, isRight: (status: number) => boolean) {
    const check = ({ status }: Reply) => (isRight(status) ? undefined : String(status))
    const tally = await hammerDuring(work, { urls: three.urls, path, atOnce: 12, check })
    expect([tally.refused, tally.lost, [...tally.wrong]]).toEqual([0, 0, []])
    return tally
  }

  test('no request after a change sees the state before it', async () => {
    await three.start()
    const change = async () => {
      for (let n = 0; n < 6; n++) {
        await three.control(n).put('/scenario', { rules: [{ fault: { status: 500 + n } }] })
        for (let m = 0; m < 9; m++) expect((await three.ask('/arbitrum/ping', m))[0]).toBe(500 + n)
      }
    }
    await during(change, '/arbitrum/ping', (status) => status === 200 || status >= 500)
  })

  test('a journal that three replicas write is read complete, in order and alike', async () => {
    await three.start()
    const sent = Array.from({ length: 120 }, (_, n) => `/ping?n=${n}`)
    // One client asks one after the other; others ask meanwhile.
    const one = async () => {
      for (const [n, path] of sent.entries()) await three.ask(`/arbitrum${path}`, n)
    }
    const tally = await during(one, '/arbitrum-fallback/ping', (status) => status === 200)
    const read = async (n: number): Promise<{ n: number; url: string; ms: number | null }[]> =>
      (await three.control(n).get('/journal?limit=10000')).body.entries
    const entries = await read(0)
    expect(entries.map(({ n }) => n)).toEqual(Array.from({ length: 120 + tally.right }, (_, n) => n + 1))
    expect(entries.filter(({ url }) => url !== '/ping').map(({ url }) => url)).toEqual(sent)
    expect(entries.every(({ ms }) => ms !== null)).toBe(true)
    for (const n of [1, 2]) expect(await read(n)).toEqual(entries)
  })

  test('changes that come at once are made one after the other', async () => {
    await three.start()
    const by = Array.from({ length: 12 }, (_, n) => n + 1)
    const { now: start } = (await three.control().get('/clock')).body
    const replies = await Promise.all(by.map((n) => three.control(n).post('/clock/advance', { by: `${n}s` })))
    expect(new Set(replies.map(({ body }) => body.now)).size).toBe(12)
    for (const n of [0, 1, 2]) {
      const { now } = (await three.control(n).get('/clock')).body
      expect(Date.parse(now) - Date.parse(start)).toBe(78_000)
    }
  })

  test('a session that ends during requests and calls answers consistently or not at all', async () => {
    await three.start()
    const scenario = { rules: [{ fault: { status: 418 } }] }
    const reads = ['/s/brief/__sim/v1/journal', '/s/brief/__sim/v1/session', '/__sim/v1/sessions']
    const end = async () => {
      for (let round = 0; round < 6; round++) {
        await three.control(round).post('/sessions', { id: 'brief', scenario })
        const reading = Array.from({ length: 12 }, (_, n) => three.ask(reads[n % 3], n >> 2))
        expect((await three.control(round + 1).delete('/sessions/brief')).status).toBe(200)
        for (const [status] of await Promise.all(reading)) expect([200, 404]).toContain(status)
        for (let n = 0; n < 3; n++) expect((await three.ask('/s/brief/arbitrum/ping', n))[0]).toBe(404)
      }
    }
    await during(end, '/s/brief/arbitrum/ping', (status) => [404, 418].includes(status))
    // But for replies, which are remembered for calls that are repeated.
    expect(await three.store.client.keys('*brief}:[^a]*')).toEqual([])
  })
})
