/** Replicas as processes of their own: killed, restarted, with a clock of their own, behind a load balancer. */
import { spawnSync } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Environment, Served } from '../../support/cli.js'
import { freePort } from '../../support/free-port.js'
import { hammer } from '../../support/hammer.js'
import { startBalancer } from '../../support/haproxy.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { portOf } from '../../support/replicas.js'
import { RUNS, RUNS_MS } from '../../support/runs.js'
import { COUNTING, expectExact, problemUnderCounting, servedReplicas } from './support.js'

const isThere = hasStore() && hasProgram('haproxy', '-v')
const REQUESTS = 3000 * RUNS
const AT_ONCE = 48

const served = servedReplicas()
const { replicas, get } = served

const serve = async (args: readonly string[] = [], env: Environment = {}) =>
  served.serve(['--port', String(await freePort()), ...args], env)
/** Starts the n-th again, at its port. */
const again = async (n: number) => {
  await served.serve(['--port', String(portOf(replicas[n].ready))])
  replicas[n] = replicas.pop() as Served
}

/** Environment that faketime sets. The program itself is not started: killing it would orphan the replica. */
function clockOff(by: string): Environment {
  const { stdout } = spawnSync('faketime', ['-f', by, 'env'], { encoding: 'utf8' })
  const library = /^LD_PRELOAD=(.*)$/m.exec(stdout)?.[1]
  if (library === undefined) throw new Error(`faketime set nothing: ${stdout}`)
  return { LD_PRELOAD: library, FAKETIME: by, DONT_FAKE_MONOTONIC: '1' }
}

/** Starts replicas behind a balancer; returns its address. */
async function startThree(): Promise<string> {
  for (let n = 0; n < 3; n++) await serve()
  const retries = ['option redispatch 1', 'retries 5', 'retry-on conn-failure']
  const ports = replicas.map(({ ready }) => portOf(ready))
  const balancer = await startBalancer(ports, retries)
  onTestFinished(() => balancer.stop())
  return balancer.url
}

describe.runIf(isThere)('replicas', { timeout: RUNS_MS }, () => {
  test('a rule for three calls fires three times, with one replica killed and all connections cut meanwhile', async () => {
    const url = await startThree()
    await served.control().put('/scenario', COUNTING)
    let killing: Promise<unknown> | undefined
    const tally = await hammer({
      urls: [url],
      count: REQUESTS,
      atOnce: AT_ONCE,
      check: problemUnderCounting,
      onSent(sent) {
        // However busy a machine is, some are answered between two cuts.
        if (sent % 250 === 0)
          void served.store.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
        if (sent >= REQUESTS / 4) killing ??= replicas[2].stop('SIGKILL')
      },
    })
    await killing
    await again(2)
    expectExact(tally, await served.counts())
    // Only what was under way at the one that was killed got no answer.
    expect(tally.lost).toBeLessThanOrEqual(AT_ONCE)
    expect(tally.right + tally.refused + tally.lost).toBe(REQUESTS)
  })

  test.runIf(hasProgram('faketime'))('a machine with a clock 3 s off reports the same time', async () => {
    for (const env of [{}, clockOff('+3s'), clockOff('-3s')]) await serve([], env)
    let before = 0
    for (let sent = 0; sent < 60; sent++) {
      const now = Date.parse((await get('/clock', sent % 3)).now)
      // Asked one after the other, so never earlier, whoever is asked.
      expect(now).toBeGreaterThanOrEqual(before)
      before = now
    }
    await served.control(1).put('/clock', { mode: 'frozen' })
    const stands = await Promise.all([0, 1, 2].map((n) => get('/clock', n)))
    expect(new Set(stands.map(({ now }) => now)).size).toBe(1)
  })
})
