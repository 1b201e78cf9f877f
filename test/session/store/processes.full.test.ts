/** Replicas as processes of their own: killed, restarted, with a clock of their own, behind a load balancer. */
import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import { type Environment, runCli, type Served, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { freePort } from '../../support/free-port.js'
import { hammer, report } from '../../support/hammer.js'
import { type Balancer, startBalancer } from '../../support/haproxy.js'
import { hasProgram, hasStore, startStore, type TestStore } from '../../support/redis.js'
import { portOf } from '../../support/replicas.js'
import { RUNS } from '../../support/runs.js'
import { until } from '../../support/until.js'
import { askPatiently, COUNTING, patiently, pause, problemUnderCounting } from './support.js'

const isThere = hasStore() && hasProgram('haproxy', '-v')
const REQUESTS = 10_000 * RUNS
const LONG_MS = RUNS * 15 * 60_000
/** A request whose server has gone goes to another. */
const AGAIN = ['option redispatch 1', 'retries 5', 'retry-on conn-failure empty-response']

let store: TestStore
let balancer: Balancer | undefined
let replicas: Served[] = []
let cutting: NodeJS.Timeout | undefined
afterEach(async () => {
  clearInterval(cutting)
  await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
  await balancer?.stop()
  await store.stop()
  replicas = []
  balancer = undefined
})

const serve = (port: number, args: readonly string[] = [], env: Environment = {}) =>
  serveCli(['--port', String(port), '--store', store.url, ...args], env)

/** Environment that faketime sets. The program itself is not started: killing it would orphan the replica. */
function clockOff(by: string): Environment {
  const { stdout } = spawnSync('faketime', ['-f', by, 'env'], { encoding: 'utf8' })
  const library = /^LD_PRELOAD=(.*)$/m.exec(stdout)?.[1]
  if (library === undefined) throw new Error(`faketime set nothing: ${stdout}`)
  return { LD_PRELOAD: library, FAKETIME: by, DONT_FAKE_MONOTONIC: '1' }
}

async function startThree(more: readonly string[] = []): Promise<void> {
  store = await startStore()
  const ports = [await freePort(), await freePort(), await freePort()]
  for (const port of ports) replicas.push(await serve(port))
  balancer = await startBalancer(ports, more)
}

const control = (n = 0) => controlOf(replicas[n].ready.url)
const statusOf = async (url: string) => (await askPatiently(url)).status
const cutEvery100Ms = () =>
  setInterval(() => void store.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'), 100)

describe.runIf(isThere)('replicas', () => {
  test(
    `a rule for three calls fires three times in ${REQUESTS} requests, with one killed and all connections cut meanwhile`,
    async () => {
      await startThree(['option redispatch 1', 'retries 5', 'retry-on conn-failure'])
      await patiently(() => control().put('/scenario', COUNTING))
      const killed = replicas[2]
      let restarting: Promise<unknown> | undefined
      cutting = cutEvery100Ms()
      const tally = await hammer({
        urls: [balancer?.url ?? ''],
        count: REQUESTS,
        atOnce: 48,
        check: problemUnderCounting,
        onSent(sent) {
          if (sent < REQUESTS / 4) return
          restarting ??= killed.stop('SIGKILL')
        },
      })
      await restarting
      clearInterval(cutting)
      replicas[2] = await serve(portOf(killed.ready))
      const { body } = await until(async () => {
        const told = await patiently(() => control().get('/journal?limit=1'))
        expect(told.body.lost).toHaveLength(1)
        return told
      })
      expect(body.lost[0].replica).toBe(killed.ready.instanceId)
      const { rules } = (await patiently(() => control(1).get('/scenario'))).body
      const { count } = (await patiently(() => control(2).get('/journal/count'))).body
      const [first, tenth] = rules
      report('kill -9 of one, connections cut', tally, {
        matched: first.matched,
        first: first.fired,
        journal: count,
      })
      expect([...tally.wrong]).toEqual([])
      expect(first.fired).toBe(3)
      expect(tenth.fired).toBe(Math.floor(first.matched / 10))
      // Only what was under way at the one that was killed got no answer.
      expect(tally.lost).toBeLessThanOrEqual(48)
      expect(tally.right + tally.refused + tally.lost).toBe(REQUESTS)
      expect(first.matched).toBeGreaterThanOrEqual(tally.right)
      expect(first.matched).toBeLessThanOrEqual(REQUESTS)
      expect(count).toBeLessThanOrEqual(tally.right + tally.lost)
      // The last 5 ms of the one that was killed, on a machine that has other things to do.
      expect(count).toBeGreaterThanOrEqual(tally.right - 1000)
    },
    LONG_MS,
  )

  test('all are restarted, one after the other, under load: nothing is lost or wrong', async () => {
    await startThree(AGAIN)
    await patiently(() => control().put('/scenario', COUNTING))
    await patiently(() => control().post('/sessions', { id: 'kept', seed: '7' }))
    const markets = () => askPatiently(`${balancer?.url}/s/kept/arbitrum/markets`)
    const before = await (await markets()).text()
    const over = new AbortController()
    const running = hammer({ urls: [balancer?.url ?? ''], signal: over.signal, check: problemUnderCounting })
    for (const [n, replica] of replicas.entries()) {
      expect((await replica.stop()).code).toBe(0)
      replicas[n] = await serve(portOf(replica.ready))
      await pause(300)
    }
    over.abort()
    const tally = await running
    const { rules } = (await patiently(() => control(1).get('/scenario'))).body
    report('all restarted, one after the other', tally, { matched: rules[0].matched, first: rules[0].fired })
    expect([...tally.wrong]).toEqual([])
    expect(tally.lost).toBe(0)
    expect(rules[0].fired).toBe(3)
    expect(rules[0].matched).toBeGreaterThanOrEqual(tally.right)
    expect(await (await markets()).text()).toBe(before)
    const { body } = await patiently(() => control().get('/journal?limit=1'))
    expect(body.lost).toBeUndefined()
  })

  test('when all have gone and some come back, everything is as it was', async () => {
    await startThree()
    await patiently(() =>
      control().put('/scenario', { rules: [{ id: 'r', when: { calls: '3..' }, fault: { status: 503 } }] }),
    )
    await patiently(() => control(1).post('/clock/advance', { by: '1h' }))
    await patiently(() => control(2).put('/clock', { mode: 'frozen' }))
    await patiently(() => control(1).post('/sessions', { id: 'kept' }))
    for (let n = 0; n < 2; n++) expect(await statusOf(`${replicas[n].ready.url}/arbitrum/ping`)).toBe(200)
    const { now } = (await patiently(() => control().get('/clock'))).body
    for (const replica of replicas) await replica.stop()
    replicas = [await serve(await freePort())]
    expect((await patiently(() => control().get('/clock'))).body.now).toBe(now)
    expect(await statusOf(`${replicas[0].ready.url}/s/kept/arbitrum/ping`)).toBe(200)
    expect((await patiently(() => control().get('/journal/count'))).body.count).toBe(2)
    expect(await statusOf(`${replicas[0].ready.url}/arbitrum/ping`)).toBe(503)
    expect((await patiently(() => control().get('/scenario'))).body.rules).toEqual([
      { id: 'r', matched: 3, fired: 1 },
    ])
  })

  test.runIf(hasProgram('faketime'))('a machine with a clock 3 s off reports the same time', async () => {
    store = await startStore()
    for (const env of [{}, clockOff('+3s'), clockOff('-3s')])
      replicas.push(await serve(await freePort(), [], env))
    let before = 0
    let sent = 0
    for (; sent < 60; sent++) {
      const { body } = await patiently(() => control(sent % 3).get('/clock'))
      // Asked one after the other, so never earlier, whoever is asked.
      expect(Date.parse(body.now)).toBeGreaterThanOrEqual(before)
      before = Date.parse(body.now)
    }
    await patiently(() => control(1).put('/clock', { mode: 'frozen' }))
    const stands = await Promise.all([0, 1, 2].map((n) => patiently(() => control(n).get('/clock'))))
    expect(new Set(stands.map(({ body }) => body.now)).size).toBe(1)
    report('clocks 3 s off', { sent, right: sent, refused: 0, lost: 0, wrong: new Map() })
  })

  test('a replica with different settings exits with 3 and names the difference', async () => {
    store = await startStore()
    replicas.push(await serve(await freePort(), ['--seed', '42']))
    const other = await runCli([
      'serve',
      '--port',
      '0',
      '--store',
      store.url,
      '--seed',
      '43',
      '--clock',
      'frozen',
    ])
    expect([other.code, other.stdout]).toEqual([3, ''])
    expect(other.stderr).toContain('seed 43 here and 42 there, clock frozen here and 1x there')
    expect(other.stderr).toContain('--store-prefix')
    const apart = await serve(await freePort(), ['--seed', '43', '--store-prefix', 'another'])
    replicas.push(apart)
    expect((await patiently(() => control(1).get('/replicas'))).body.replicas).toHaveLength(1)
    // Without replicas and their data, any settings may start.
    await replicas[0].stop()
    replicas[0] = await serve(await freePort(), ['--seed', '43'])
    expect((await patiently(() => control(0).get('/health'))).body.seed).toBe('43')
  })
})
