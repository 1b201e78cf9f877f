/** Store failures with three replicas: no wrong answer, nothing counted twice. */
import { describe, expect, test } from 'vitest'
import { hammer, type Tally } from '../../support/hammer.js'
import type { Line } from '../../support/line.js'
import { hasStore } from '../../support/redis.js'
import { LONG_LIMIT_MS } from '../../support/replicas.js'
import { until } from '../../support/until.js'
import { COUNTING, expectExact, patiently, problemUnderCounting, threeReplicas } from './support.js'

const three = threeReplicas('--appendonly', 'yes', '--appendfsync', 'always')
const LOST = JSON.stringify({ errors: ['this replica has lost its store'] })

/** Sends requests, all at once unless they are many. */
const send = (count: number, tally?: Tally): Promise<Tally> =>
  hammer({ urls: three.urls, count, check: problemUnderCounting, ...(tally && { tally }) })

const eachLine = (act: (line: Line) => void) => three.lines.forEach(act)
const goOn = () => three.store.signal('SIGCONT')

/** How a store that stands still fails the requests that are under way, and comes back. */
const OUTAGES: readonly (readonly [what: string, begin: () => unknown, end: () => unknown])[] = [
  ['it goes on later', () => {}, goOn],
  ['it is killed, and starts again with its data', () => three.store.down('SIGKILL'), () => three.store.up()],
  [
    'it has counted them, and its replies are lost on connections that stay open',
    () => {
      eachLine((line) => line.lose('replies'))
      goOn()
    },
    () => eachLine((line) => line.resume()),
  ],
  [
    'connections are cut, and attempts to connect swallowed',
    () => {
      eachLine((line) => {
        line.lose('all')
        line.cut()
      })
      goOn()
    },
    () =>
      eachLine((line) => {
        line.cut()
        line.resume()
      }),
  ],
]

describe.runIf(hasStore())('three replicas', () => {
  test('503 until an outage of the store is over, all counts exact', async () => {
    await three.startAway()
    await patiently(() => three.control().put('/scenario', COUNTING))
    const tally = await send(60)
    for (const [what, begin, end] of OUTAGES) {
      three.store.signal('SIGSTOP')
      const underWay = send(24)
      // On a busy machine a replica may have found the store silent before.
      await until(async () => {
        for (const [n, line] of three.lines.entries())
          if (!line.unanswered.includes('_request'))
            expect((await three.ask('/__sim/v1/ready', n))[0], what).toBe(503)
      })
      await begin()
      expect(await underWay, what).toEqual({ sent: 24, right: 0, refused: 24, lost: 0, wrong: new Map() })
      tally.sent += 24
      await three.all('/__sim/v1/ready', 503)
      await three.all('/__sim/v1/live', 200)
      for (const path of ['/arbitrum/ping', '/avalanche-fallback/prices/tickers'])
        expect(await three.ask(path), what).toEqual([503, 'store', LOST])
      expect((await three.ask('/__sim/v1/clock', 1)).slice(0, 2), what).toEqual([503, 'store'])
      await end()
      await three.all('/__sim/v1/ready', 200)
      const { lost } = await send(60, tally)
      expect(lost, what).toBe(0)
      expectExact(tally, await three.counts())
    }
    expect(tally.right).toBeGreaterThan(60)
  })

  test('a store that answers late is slow, and nothing else', async () => {
    for (let n = 0; n < 3; n++) await three.joinAway(LONG_LIMIT_MS)
    await three.control().put('/scenario', COUNTING)
    const tally = await send(24)
    eachLine((line) => line.hold())
    const late = send(24, tally)
    // They wait for their own calls, or for a look at the session that a heartbeat has begun.
    await until(() => eachLine((line) => expect(line.unanswered).toMatch(/_(request|look)/)))
    eachLine((line) => line.resume())
    expect((await late).right).toBe(48)
    expectExact(tally, await three.counts())
  })

  test('a store that loses its data fires no rule again, and all begins anew', async () => {
    await three.start()
    const rules = [{ when: { calls: '1..10' }, fault: { status: 418 } }]
    for (const lose of [
      () => three.store.client.flushall(),
      () => three.store.down('SIGKILL').then(() => three.store.up(false)),
    ]) {
      await three.control().put('/scenario', { rules })
      await three.control().post('/sessions', { id: 'kept' })
      let fired = 0
      for (let n = 0; n < 30; n++) {
        if (n === 9) {
          await lose()
          await three.all('/__sim/v1/ready', 200)
        }
        if ((await three.ask('/arbitrum/ping', n))[0] === 418) fired++
      }
      expect(fired).toBeLessThanOrEqual(10)
      await three.all('/arbitrum/ping', 200)
      await until(() => expect(three.troubles.splice(0).join()).toMatch(/the store has lost its data/))
      await three.all('/s/kept/arbitrum/ping', 404)
      expect((await three.control(1).get('/scenario')).body.scenario).toBeNull()
    }
  })

  test('a full store is reported, writes nothing partially, and recovers', async () => {
    await three.start()
    await three.control().put('/scenario', COUNTING)
    await three.control().post('/sessions', { id: 'kept' })
    expect((await send(30)).right).toBe(30)
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
    expect((await send(30)).right).toBe(30)
    expect(await three.counts()).toEqual({ matched: 60, first: 3, tenth: 6, journal: 60 })
  })

  test('a request that tells its replica of a new scenario is held under that scenario', async () => {
    await three.start()
    await three.control().post('/sessions', { id: 'a', scenario: { rules: [{ fault: { hang: true } }] } })
    const document = '{gmx-sim/a}:document'
    const held = await three.store.client.hgetall(document)
    await three.control(0, '/s/a').put('/scenario', { rules: [] })
    expect((await three.ask('/s/a/arbitrum/ping', 1))[0]).toBe(200)
    // Unlike a control call, this tells no replica.
    await three.store.client.hset(document, { ...held, version: 'next' })
    const asked = three.ask('/s/a/arbitrum/ping', 1).catch((error: unknown) => error)
    await until(async () => expect((await three.control(1, '/s/a').get('/session')).body.held).toBe(1))
    await three.control(2, '/s/a').delete('/scenario')
    // Freed by the replica: the client gives up later.
    await until(async () => expect(await Promise.race([asked, undefined])).toBeInstanceOf(TypeError))
  })

  test('a partitioned replica knows nothing, and others do not wait for it', async () => {
    const line = await three.joinAway()
    for (let n = 1; n < 3; n++) await three.join()
    line.lose('all')
    await until(async () => expect((await three.ask('/arbitrum/ping'))[0]).toBe(503))
    expect((await three.control(1).put('/scenario', { rules: [{ fault: { status: 418 } }] })).status).toBe(
      200,
    )
    expect((await three.control(1).post('/sessions', { id: 'new' })).status).toBe(201)
    expect((await three.ask('/arbitrum/ping', 1))[0]).toBe(418)
    // It cannot know that there is none of that name.
    const paths = ['arbitrum/ping', '', 'nothing', '__sim/v1/clock', '__sim/v1/watch', '__sim/ui/']
    for (const path of paths) expect([path, (await three.ask(`/s/new/${path}`))[0]]).toEqual([path, 503])
    line.resume()
    line.cut()
    await three.all('/arbitrum/ping', 418)
    for (const path of paths)
      await until(async () => expect([path, (await three.ask(`/s/none/${path}`))[0]]).toEqual([path, 404]))
  })

  test('a replica that stops leaves for good: no heartbeat, no connection', async () => {
    const leavingLine = await three.joinAway(LONG_LIMIT_MS)
    const brokenLine = await three.joinAway()
    await three.join()
    const [leaving, broken] = three.simulators.splice(0, 2)
    const listed = async () => {
      const { replicas, gone } = (await three.control().get('/replicas')).body
      return [replicas.length, gone.map(({ instanceId }: { instanceId: string }) => instanceId)]
    }
    // Its last heartbeat is on its way.
    leavingLine.hold()
    await until(() => expect(leavingLine.unanswered).toContain('_beat'))
    const stopped = leaving.stop()
    leavingLine.resume()
    await stopped
    await until(async () => expect(await listed()).toEqual([2, []]))
    brokenLine.lose('all')
    brokenLine.cut()
    await broken.stop()
    brokenLine.resume()
    const connections = async () =>
      String(await three.store.client.client('LIST')).match(/name=gmx-sim/g)?.length ?? 0
    await until(async () => expect(await connections()).toBe(2))
    // An attempt to connect again would be made long before the others miss it.
    await until(async () => expect(await listed()).toEqual([1, [broken.instanceId]]))
    expect(await connections()).toBe(2)
  })
})
