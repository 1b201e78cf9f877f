/** Replicas of other settings: none answers beside them, also where the store has forgotten who was there first. */
import { afterEach, describe, expect, test } from 'vitest'
import { childrenOf } from '../../support/processes.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { servedReplicas, threeReplicas } from './support.js'

const three = threeReplicas()
const served = servedReplicas(() => three.store)
afterEach(served.kill)
const DIFFERENCE = 'the settings of this replica differ from those of the others on its store'

describe.runIf(hasStore())('replicas of other settings', () => {
  test('that find a store without its data end those that were there: no other bytes, and a reason', async () => {
    await three.startAway()
    const { client } = three.store
    const at = 'arbitrum/prices/tickers'
    const here = await until(async () => {
      const [status, , text] = await three.ask(`/${at}`)
      expect(status).toBe(200)
      return text
    })
    for (const line of three.lines) line.lose('all')
    await three.all('/__sim/v1/ready', 503)
    await client.flushall()
    await three.join({ priceFormat: 'compacted' })
    for (const line of three.lines) {
      line.resume()
      line.cut()
    }
    await until(async () => {
      for (let n = 0; n < 3; n++)
        for (const path of [at, `s/new/${at}`, '__sim/v1/clock', '__sim/v1/ready']) {
          const [status, , text] = await three.ask(`/${path}`, n)
          expect([path, status]).toEqual([path, 503])
          expect([path, text]).toEqual([path, expect.stringContaining(DIFFERENCE)])
        }
    })
    for (let n = 0; n < 3; n++) {
      expect((await three.control(n).post('/sessions', { id: 'mine' })).status).toBe(503)
      const { status, body } = await three.control(n).get('/ready')
      expect([status, body.error]).toEqual([
        503,
        { code: 'store', message: DIFFERENCE, hint: expect.stringContaining('--store-prefix') },
      ])
    }
    const said = three.troubles.map(String).filter((line) => line.includes(DIFFERENCE))
    expect(said).toHaveLength(3)
    for (const line of said) expect(line).toContain('price-format full here and compacted there (1 running)')
    const [status, , text] = await three.ask(`/${at}`, 3)
    expect(status).toBe(200)
    expect(text).not.toBe(here)
    const { replicas } = (await three.control(3).get('/replicas')).body
    expect(replicas.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual([
      three.simulators[3].instanceId,
    ])
    expect((await three.control(3).get('/sessions')).body.sessions).toEqual([])
  })

  test('end all workers of a primary, and the primary with code 3', async () => {
    const { pid } = await served.serve(['--seed', '42', '--workers', '2'])
    const pids = childrenOf(pid)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    await three.store.client.flushall()
    const other = await served.serve(['--seed', '43'])
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    const { code, stderr } = await served.replicas[0].end
    expect((await fetch(`${other.ready.url}/arbitrum/ping`)).status).toBe(200)
    expect([code, stderr]).toEqual([3, expect.stringContaining('seed 42 here and 43 there (1 running)')])
  })
})
