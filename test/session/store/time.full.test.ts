/** The time of a store whose clock is set back: it goes on, at all replicas, and after a restart of all of them. */
import { describe, expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { threeReplicas } from './support.js'

const HOUR = 3_600_000
const three = threeReplicas()

/** As if the clock had been set forward by that while it was read last, and back since. */
async function setForwardAndBack(ms: number): Promise<void> {
  const both =
    "for _, field in ipairs({'clock', 'last'}) do redis.call('HINCRBYFLOAT', KEYS[1], field, ARGV[1]) end"
  await three.store.client.eval(both, 1, '{gmx-sim}:time', ms)
}

const clockOf = async (n: number, below = '') =>
  Date.parse((await three.control(n, below).get('/clock')).body.now)

/** Instants of replies of all replicas, in order. Those of each replica's own control calls are in order, too. */
async function instants(below = '', status = 200): Promise<number[]> {
  const seen: number[] = []
  const clocks: number[][] = three.urls.map(() => [])
  for (let turn = 0; turn < 2; turn++)
    for (const [n, url] of three.urls.entries()) {
      clocks[n].push(await clockOf(n, below))
      const reply = await fetch(`${url}${below}/arbitrum/ping`)
      expect(reply.status).toBe(status)
      seen.push(Date.parse(reply.headers.get('x-gmx-sim-at') as string))
    }
  for (const times of [seen, ...clocks]) expect(times).toEqual(inOrder(times))
  return seen
}
const inOrder = (times: readonly number[]) => times.toSorted((a, b) => a - b)

describe.runIf(hasStore())('a store whose clock is set back', () => {
  test('ends no rule twice: time goes on in clocks that run, and stands in those that stand', async () => {
    await three.start({ clock: 'real', at: 'now' })
    const rules = [{ id: 'early', when: { until: '30m' }, fault: { status: 503 } }]
    await three.control().put('/scenario', { rules })
    const frozen = { id: 'frozen', clock: { mode: 'frozen' } }
    for (const session of [{ id: 'fast', clock: { rate: 60 } }, frozen])
      expect((await three.control().post('/sessions', session)).status).toBe(201)
    await three.control(1, '/s/frozen').post('/clock/advance', { by: '1h' })
    const before = await instants('', 503)
    const [fast, stood] = await Promise.all([clockOf(0, '/s/fast'), clockOf(0, '/s/frozen')])
    await setForwardAndBack(HOUR)
    const first = await instants()
    expect(first[0]).toBeGreaterThanOrEqual(before[0] + HOUR)
    expect((await instants('/s/fast'))[0]).toBeGreaterThanOrEqual(fast + 60 * HOUR)
    expect(new Set(await instants('/s/frozen'))).toEqual(new Set([stood]))
    // Of what the journal says, too.
    const { entries } = (await three.control(1).get('/journal')).body
    const noted = entries.map(({ at }: { at: string }) => Date.parse(at))
    expect(noted).toEqual(inOrder(noted))
    // The store remembers it, not the replicas.
    await Promise.all(three.simulators.splice(0).map((simulator) => simulator.stop()))
    await three.join({ clock: 'real', at: 'now' })
    const restarted = await instants()
    expect(restarted[0]).toBeGreaterThanOrEqual(first[first.length - 1])
    // It runs.
    expect(restarted[restarted.length - 1]).toBeGreaterThan(restarted[0])
  })
})
