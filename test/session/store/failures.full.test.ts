/** Store failures with three replicas: no wrong answer, nothing counted twice. */
import { describe, expect, test } from 'vitest'
import { hammer, report } from '../../support/hammer.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { askPatiently, COUNTING, patiently, pause, problemUnderCounting, threeReplicas } from './support.js'

describe.runIf(hasStore())('three replicas', () => {
  const three = threeReplicas()

  test('connections that are cut every 100 ms lose nothing and count nothing twice', async () => {
    await three.startUsual()
    await patiently(() => three.control().put('/scenario', COUNTING))
    const cutting = setInterval(
      () => void three.store.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
      100,
    )
    const tally = await hammer({ urls: three.urls, count: 6000, check: problemUnderCounting })
    clearInterval(cutting)
    await three.recovered()
    const counted = await three.counts()
    report('connections cut every 100 ms', tally, counted)
    expect([...tally.wrong]).toEqual([])
    expect(tally.lost).toBe(0)
    expect(tally.right + tally.refused).toBe(6000)
    // A rejected request may have been counted, but never twice.
    expect(counted.matched).toBeGreaterThanOrEqual(tally.right)
    expect(counted.matched).toBeLessThanOrEqual(tally.sent)
    expect(counted.first).toBe(3)
    expect(counted.tenth).toBe(Math.floor(counted.matched / 10))
    expect(counted.journal).toBe(tally.right)
  })

  test('a store frozen for 5 s: pending calls fail, then service resumes', async () => {
    await three.startUsual()
    await patiently(() => three.control().put('/scenario', COUNTING))
    const over = new AbortController()
    const running = hammer({ urls: three.urls, signal: over.signal, check: problemUnderCounting })
    await pause(500)
    three.store.signal('SIGSTOP')
    await pause(5000)
    const during = await fetch(`${three.simulators[0].url}/arbitrum/ping`)
    expect([during.status, during.headers.get('x-gmx-sim-error'), await during.json()]).toEqual([
      503,
      'store',
      { errors: ['this replica has lost its store'] },
    ])
    const refused = await three.control(1).get('/clock')
    expect([refused.status, refused.body.error.code]).toEqual([503, 'store'])
    three.store.signal('SIGCONT')
    await three.recovered()
    await pause(500)
    over.abort()
    const tally = await running
    const counted = await three.counts()
    report('the store is frozen for 5 s', tally, counted)
    expect([...tally.wrong]).toEqual([])
    expect(tally.lost).toBe(0)
    expect(tally.refused).toBeGreaterThan(0)
    expect(counted.first).toBe(3)
    expect(counted.matched).toBeGreaterThanOrEqual(tally.right)
    expect(counted.matched).toBeLessThanOrEqual(tally.sent)
    expect(counted.journal).toBe(tally.right)
  })

  test.each([
    ['with its data: nothing is missing', true],
    ['without its data: all begins anew', false],
  ])('a store that is restarted %s', async (_what, withData) => {
    await three.startUsual('--appendonly', 'yes', '--appendfsync', 'always')
    await patiently(() => three.control().put('/scenario', COUNTING))
    await patiently(() => three.control().post('/sessions', { id: 'kept' }))
    const before = await hammer({ urls: three.urls, count: 90, check: problemUnderCounting })
    expect(before.right + before.refused).toBe(90)
    const counted = await three.counts()
    expect(counted).toMatchObject({ first: 3, journal: before.right })
    const over = new AbortController()
    // Nobody may be told what was so before; of a world that began anew nobody may be told by it either.
    const running = hammer({
      urls: three.urls,
      signal: over.signal,
      check: (reply) => (reply.status === 200 ? undefined : problemUnderCounting(reply)),
    })
    await three.store.down('SIGKILL')
    await until(async () =>
      expect((await fetch(`${three.simulators[0].url}/arbitrum/ping`)).status).toBe(503),
    )
    await three.store.up(withData)
    await three.recovered()
    over.abort()
    const tally = await running
    report(`the store restarted ${withData ? 'with' : 'without'} its data`, tally)
    expect([...tally.wrong]).toEqual([])
    expect(tally.lost).toBe(0)
    expect(tally.refused).toBeGreaterThan(0)
    const kept = await askPatiently(`${three.simulators[1].url}/s/kept/arbitrum/ping`)
    expect(kept.status).toBe(withData ? 200 : 404)
    const { scenario, rules } = (await patiently(() => three.control(2).get('/scenario'))).body
    if (!withData) return expect(scenario).toBeNull()
    expect(rules[0].fired).toBe(3)
    expect(rules[0].matched).toBeGreaterThanOrEqual(counted.matched + tally.right)
    expect(rules[0].matched).toBeLessThanOrEqual(counted.matched + tally.sent)
  })

  test('a partitioned replica stops answering, and others do not wait for it', async () => {
    const [line] = await three.startAway([0, 0, 0])
    line.setSilent(true)
    const change = () => three.control(1).put('/scenario', { rules: [{ fault: { status: 418 } }] })
    expect((await patiently(change)).status).toBe(200)
    // Whatever it knew, it says nothing of it now that others were told something else.
    expect((await fetch(`${three.simulators[0].url}/arbitrum/ping`)).status).toBe(503)
    expect((await askPatiently(`${three.simulators[1].url}/arbitrum/ping`)).status).toBe(418)
    line.setSilent(false)
    line.cut()
    await three.recovered()
    expect((await askPatiently(`${three.simulators[0].url}/arbitrum/ping`)).status).toBe(418)
  })
})
