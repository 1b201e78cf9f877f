/** Who has left, and who went without a word: what others know of them. */
import { afterEach, describe, expect, test } from 'vitest'
import type { RunningSimulator } from '../../../src/server/simulator.js'
import { controlOf } from '../../support/control.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { startReplica } from '../../support/replicas.js'
import { startSlowLine } from '../../support/slow-line.js'
import { pause } from './support.js'

describe.runIf(hasStore())('a replica', () => {
  let store: TestStore
  let staying: RunningSimulator
  const control = () => controlOf(staying.url)
  afterEach(async () => {
    await staying.stop()
    await store.stop()
  })

  test('that leaves while its lease is renewed stays away, and nothing of it is lost', async () => {
    store = await startStore()
    staying = await startReplica({ store: store.url })
    const line = await startSlowLine(store.port, 60)
    for (let n = 0; n < 6; n++) {
      const leaving = await startReplica({ store: `redis://127.0.0.1:${line.port}/0` })
      // It renews every 400 ms: one of them does so as it leaves.
      await pause(70 * n)
      await leaving.stop()
      await pause(150)
      const { replicas, gone } = (await control().get('/replicas')).body
      expect(replicas).toMatchObject([{ instanceId: staying.instanceId }])
      expect(gone).toEqual([])
    }
    await line.stop()
  })

  test('that went before a journal began is not said to have taken something of it along', async () => {
    store = await startStore()
    const [before, after] = [Date.now() - 3_600_000, Date.now() + 3_600_000]
    await store.client.zadd('{gmx-sim}:gone', before, 'long-ago')
    staying = await startReplica({ store: store.url })
    expect((await control().get('/journal')).body.lost).toBeUndefined()
    await store.client.zadd('{gmx-sim}:gone', after, 'since')
    expect((await control().get('/journal')).body.lost).toEqual([
      { replica: 'since', since: new Date(after).toISOString() },
    ])
  })
})
