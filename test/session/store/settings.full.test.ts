/** Replicas of other settings: none answers beside them, also where the store has forgotten who was there first. */
import { describe, expect, test } from 'vitest'
import { childrenOf } from '../../support/processes.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { servedReplicas, threeReplicas } from './support.js'

const three = threeReplicas()
const served = servedReplicas()
const DIFFERENCE = 'the settings of this replica differ from those of the others on its store'

/** Ends with the process of the first served replica, after the store has lost its data and another replica was first to join. */
async function outlivedBySettings(pids: readonly number[], ...args: readonly string[]) {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await served.store.client.flushall()
  const other = await served.serve(args)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  const { code, stderr } = await served.replicas[0].end
  expect((await fetch(`${other.ready.url}/arbitrum/ping`)).status).toBe(200)
  return { code, stderr }
}

describe.runIf(hasStore())('replicas of other settings', () => {
  test('that find a store without its data end those that were there: no other bytes, and a reason', async () => {
    await three.startAway()
    const { client } = three.store
    const at = 'arbitrum/prices/tickers'
    const here = await Promise.all([0, 1, 2].map((n) => three.ask(`/${at}`, n)))
    expect(here.map(([status]) => status)).toEqual([200, 200, 200])
    for (const line of three.lines) line.setSilent(true)
    await three.all('/__sim/v1/ready', 503)
    await client.flushall()
    await three.join({ priceFormat: 'compacted' })
    for (const line of three.lines) {
      line.setSilent(false)
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
    expect(text).not.toBe(here[0][2])
    const { replicas } = (await three.control(3).get('/replicas')).body
    expect(replicas.map(({ instanceId }: { instanceId: string }) => instanceId)).toEqual([
      three.simulators[3].instanceId,
    ])
    expect((await three.control(3).get('/sessions')).body.sessions).toEqual([])
  })

  test('end a process with code 3', async () => {
    const { pid } = await served.serve(['--seed', '42'])
    const { code, stderr } = await outlivedBySettings([pid], '--seed', '43')
    expect([code, stderr]).toEqual([3, expect.stringContaining('seed 42 here and 43 there (1 running)')])
  })

  test('end all workers of a primary, and the primary with code 3', async () => {
    const { pid } = await served.serve(['--seed', '42', '--workers', '2'])
    const { code, stderr } = await outlivedBySettings(childrenOf(pid), '--seed', '43')
    expect([code, stderr]).toEqual([3, expect.stringContaining('seed 42 here and 43 there (1 running)')])
  })
})
