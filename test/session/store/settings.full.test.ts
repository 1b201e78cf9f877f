/** Replicas of other settings: none answers beside them, also where the store has forgotten who was there first. */
import { describe, expect, test } from 'vitest'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { servedReplicas, threeReplicas } from './support.js'

const three = threeReplicas()
const served = servedReplicas()
const DIFFERENCE = 'the settings of this replica differ from those of the others on its store'

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
    const said = three.troubles.map(String).filter((line) => line.includes(DIFFERENCE))
    expect(said).toHaveLength(3)
    for (const line of said) expect(line).toContain('price-format full here and compacted there (1 running)')
    const [status, , text] = await three.ask(`/${at}`, 3)
    expect(status).toBe(200)
    expect(text).not.toBe(here[0][2])
  })

  test('end a process with code 3', async () => {
    const first = await served.serve(['--seed', '42'])
    process.kill(first.pid, 'SIGSTOP')
    await served.store.client.flushall()
    const other = await served.serve(['--seed', '43'])
    process.kill(first.pid, 'SIGCONT')
    const { code, stderr } = await first.end
    expect((await fetch(`${other.ready.url}/arbitrum/ping`)).status).toBe(200)
    expect([code, stderr]).toEqual([3, expect.stringContaining('seed 42 here and 43 there (1 running)')])
  })
})
