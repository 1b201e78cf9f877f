/** Replicas as processes of their own: killed and restarted behind a load balancer. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Environment, runCli, type Served } from '../../support/cli.js'
import { freePort } from '../../support/free-port.js'
import { hammer } from '../../support/hammer.js'
import { startBalancer } from '../../support/haproxy.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { portOf } from '../../support/replicas.js'
import { RUNS, RUNS_MS } from '../../support/runs.js'
import { COUNTING, expectExact, hammerDuring, problemUnderCounting, servedReplicas } from './support.js'

const isThere = hasStore() && hasProgram('haproxy', '-v')
const REQUESTS = 4000 * RUNS
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

/** Starts replicas behind a balancer, which also repeats requests on `retryOn`; returns its address. */
async function startThree(...retryOn: readonly string[]): Promise<string> {
  for (let n = 0; n < 3; n++) await serve()
  const retries = ['option redispatch 1', 'retries 5', `retry-on ${['conn-failure', ...retryOn].join(' ')}`]
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

  test('all are restarted, one after the other, under load: nothing is lost or wrong', async () => {
    const url = await startThree('empty-response')
    await served.control().put('/scenario', COUNTING)
    await served.control().post('/sessions', { id: 'kept', seed: '7' })
    const markets = async () => (await served.ask('/s/kept/arbitrum/markets')).text()
    const before = await markets()
    const restart = async (further: (count: number) => Promise<unknown>) => {
      for (const n of replicas.keys()) {
        expect((await replicas[n].stop()).code).toBe(0)
        await again(n)
        await further(300)
      }
    }
    const tally = await hammerDuring(restart, { urls: [url], check: problemUnderCounting })
    const { matched, first, journal } = await served.counts()
    expect([tally.lost, [...tally.wrong]]).toEqual([0, []])
    expect([first, journal]).toEqual([3, matched])
    expect(matched).toBeGreaterThanOrEqual(tally.right)
    expect(await markets()).toBe(before)
  })

  test('when all have gone and some come back, everything is as it was', async () => {
    await startThree()
    const rules = [{ id: 'r', when: { calls: '3..' }, fault: { status: 503 } }]
    await served.control().put('/scenario', { rules })
    await served.control(1).post('/clock/advance', { by: '1h' })
    await served.control(2).put('/clock', { mode: 'frozen' })
    await served.control(1).post('/sessions', { id: 'kept' })
    for (let n = 0; n < 2; n++) expect((await served.ask('/arbitrum/ping', n)).status).toBe(200)
    const { now } = await get('/clock')
    for (const replica of replicas.splice(0)) await replica.stop()
    await serve()
    expect((await get('/clock')).now).toBe(now)
    expect((await served.ask('/s/kept/arbitrum/ping')).status).toBe(200)
    expect((await get('/journal/count')).count).toBe(2)
    expect((await served.ask('/arbitrum/ping')).status).toBe(503)
    expect((await get('/scenario')).rules).toEqual([{ id: 'r', matched: 3, fired: 1 }])
  })

  test('a replica with different settings exits with 3 and names the difference', async () => {
    await serve(['--seed', '42'])
    const args = ['serve', '--port', '0', '--store', served.store.url, '--seed', '43', '--clock', 'frozen']
    const other = await runCli(args)
    expect([other.code, other.stdout]).toEqual([3, ''])
    expect(other.stderr).toContain('seed 43 here and 42 there, clock frozen here and 1x there')
    expect(other.stderr).toContain('--store-prefix')
    // Without replicas and their data, any settings may start.
    await replicas[0].stop()
    await serve(['--seed', '43'])
    expect((await get('/health', 1)).seed).toBe('43')
  })
})
