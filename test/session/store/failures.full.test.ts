/** Store failures with three replicas: no wrong answer, nothing counted twice. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { nextTurn } from '../../../src/kit/clock/timers.js'
import { connectStore } from '../../../src/session/store/connection.js'
import { createKeys } from '../../../src/session/store/keys.js'
import { hammer } from '../../support/hammer.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import {
  COUNTING,
  expectExact,
  hammerDuring,
  patiently,
  problemUnderCounting,
  threeReplicas,
} from './support.js'

const three = threeReplicas()
const LOST = JSON.stringify({ errors: ['this replica has lost its store'] })
const { changed: CHANGED } = createKeys('gmx-sim')
const eachLine = (act: (line: (typeof three.lines)[number]) => void) => () => three.lines.forEach(act)

describe.runIf(hasStore())('three replicas', () => {
  test.each<[string, () => unknown, () => unknown]>([
    ['the store stands still', () => three.store.signal('SIGSTOP'), () => three.store.signal('SIGCONT')],
    [
      'the store is killed, and starts again with its data',
      () => three.store.down('SIGKILL'),
      () => three.store.up(true),
    ],
    [
      'replies are lost on connections that stay open',
      eachLine((line) => line.setDeaf(true)),
      eachLine((line) => line.setDeaf(false)),
    ],
    [
      'connections are cut, and attempts to connect swallowed',
      eachLine((line) => {
        line.setSilent(true)
        line.cut()
      }),
      eachLine((line) => {
        line.cut()
        line.setSilent(false)
      }),
    ],
  ])('%s: 503 until it is over, all counts exact', async (_what, begin, end) => {
    await three.startAway()
    await patiently(() => three.control().put('/scenario', COUNTING))
    const fail = async (further: (count: number) => Promise<unknown>) => {
      await further(300)
      await begin()
      await three.all('/__sim/v1/ready', 503)
      await three.all('/__sim/v1/live', 200)
      for (const path of ['/arbitrum/ping', '/avalanche-fallback/prices/tickers'])
        expect(await three.ask(path)).toEqual([503, 'store', LOST])
      expect((await three.ask('/__sim/v1/clock', 1)).slice(0, 2)).toEqual([503, 'store'])
      await end()
      await three.all('/__sim/v1/ready', 200)
      // All hear of changes by others again.
      await until(async () =>
        expect(await three.store.client.pubsub('NUMSUB', CHANGED)).toEqual([CHANGED, 3]),
      )
      await further(300)
    }
    const tally = await hammerDuring(fail, { urls: three.urls, check: problemUnderCounting })
    expectExact(tally, await three.counts())
    expect(tally.lost).toBe(0)
    expect(tally.refused).toBeGreaterThan(0)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['is emptied', () => three.store.client.flushall()],
    ['starts again without its data', () => three.store.down('SIGKILL').then(() => three.store.up(false))],
  ])('a store that %s fires no rule again, and all begins anew', async (_how, lose) => {
    await three.start()
    const rules = [{ when: { calls: '1..10' }, fault: { status: 418 } }]
    await three.control().put('/scenario', { rules })
    await three.control().post('/sessions', { id: 'kept' })
    let fired = 0
    for (let n = 0; n < 60; n++) {
      if (n === 9) {
        await lose()
        await three.all('/__sim/v1/ready', 200)
      }
      if ((await three.ask('/arbitrum/ping', n))[0] === 418) fired++
    }
    expect(fired).toBeLessThanOrEqual(10)
    await three.all('/arbitrum/ping', 200)
    await until(() => expect(three.troubles.join()).toMatch(/the store has lost its data/))
    await three.all('/s/kept/arbitrum/ping', 404)
    expect((await three.control(1).get('/scenario')).body.scenario).toBeNull()
  })

  test('a full store is reported, writes nothing partially, and recovers', async () => {
    await three.start()
    await three.control().put('/scenario', COUNTING)
    await three.control().post('/sessions', { id: 'kept' })
    const thirty = () => hammer({ urls: three.urls, count: 30, check: problemUnderCounting })
    expect((await thirty()).right).toBe(30)
    await three.control().get('/journal')
    const { client } = three.store
    await client.config('SET', 'maxmemory', '1mb')
    await client.config('SET', 'maxmemory-policy', 'noeviction')
    const before = await client.hgetall('{gmx-sim}:document')
    const refused = await three.control().put('/scenario', { rules: [{ fault: { status: 418 } }] })
    const hint = 'end sessions, or give the store more memory (maxmemory)'
    const error = { code: 'store', message: 'the store is full', hint }
    expect(refused).toEqual({ status: 503, body: { error } })
    expect((await three.control(1).post('/sessions', { id: 'more' })).status).toBe(503)
    const full = JSON.stringify({ errors: ['the store is full'] })
    expect(await three.ask('/arbitrum/ping', 2)).toEqual([503, 'store', full])
    expect(await client.hgetall('{gmx-sim}:document')).toEqual(before)
    expect((await three.control(2).delete('/sessions/kept')).status).toBe(200)
    await client.config('SET', 'maxmemory', '0')
    expect((await three.control().get('/sessions')).body.sessions).toEqual([])
    expect(await three.counts()).toEqual({ matched: 30, first: 3, tenth: 3, journal: 30 })
    expect((await thirty()).right).toBe(30)
    expect(await three.counts()).toEqual({ matched: 60, first: 3, tenth: 6, journal: 60 })
  })

  test('a partitioned replica knows nothing, and others do not wait for it', async () => {
    await three.startAway()
    const [line] = three.lines
    line.setSilent(true)
    await until(async () => expect((await three.ask('/arbitrum/ping'))[0]).toBe(503))
    const rules = [{ fault: { status: 418 } }]
    expect((await patiently(() => three.control(1).put('/scenario', { rules }))).status).toBe(200)
    expect((await patiently(() => three.control(1).post('/sessions', { id: 'new' }))).status).toBe(201)
    await until(async () => expect((await three.ask('/arbitrum/ping', 1))[0]).toBe(418))
    // It cannot know that there is none of that name.
    const paths = ['arbitrum/ping', '', 'nothing', '__sim/v1/clock', '__sim/v1/watch', '__sim/ui/']
    for (const path of paths) expect([path, (await three.ask(`/s/new/${path}`))[0]]).toEqual([path, 503])
    line.setSilent(false)
    line.cut()
    await three.all('/arbitrum/ping', 418)
    for (const path of paths)
      await until(async () => expect([path, (await three.ask(`/s/none/${path}`))[0]]).toEqual([path, 404]))
  })

  test('a connection that is closed as it is made again leaves no rejection', async () => {
    await three.startAway()
    const [line] = three.lines
    const left: unknown[] = []
    const note = (reason: unknown) => void left.push(reason)
    process.on('unhandledRejection', note)
    const { subscriber, close } = await connectStore(
      { url: `redis://127.0.0.1:${line.port}/0`, ca: undefined },
      () => {},
    )
    await subscriber.subscribe('changes')
    const again = once(subscriber, 'ready')
    line.cut()
    await again
    line.setDeaf(true)
    close()
    const ended = once(subscriber, 'end')
    line.cut()
    await ended
    await nextTurn()
    process.off('unhandledRejection', note)
    expect(left).toEqual([])
  })
})
