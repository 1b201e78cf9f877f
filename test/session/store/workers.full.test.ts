/** --workers: several replicas on one port of one machine. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Served } from '../../support/cli.js'
import { hammer } from '../../support/hammer.js'
import { childrenOf, commandLineOf, isRunning } from '../../support/processes.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { COUNTING, hammerDuring, problemOfPing, problemUnderCounting, servedReplicas } from './support.js'

const WORKERS = 3
const AT_ONCE = 24

const shared = servedReplicas()
let served: Served
let pids: number[] = []
afterEach(async () => {
  await served.stop('SIGKILL')
  for (const pid of pids) await until(() => expect(isRunning(pid)).toBe(false))
})

/** Behind `setsid` a terminal's Ctrl-C can be played: it reaches all processes of a group. */
async function start(...args: readonly string[]): Promise<void> {
  served = await shared.serve(['--workers', String(WORKERS), ...args], {}, ['serve'], ['setsid'])
  pids = childrenOf(served.pid)
  expect(pids).toHaveLength(WORKERS)
}

const listed = async (): Promise<readonly { instanceId: string }[]> =>
  (await shared.get('/replicas')).replicas
const ctrlC = () => process.kill(-served.pid, 'SIGINT')

describe.runIf(hasStore())('--workers', () => {
  test('workers share one port and a password that no command line has; on SIGTERM each frees what it holds', async () => {
    await shared.startStore()
    const { port, client } = shared.store
    await client.config('SET', 'requirepass', 'open-sesame')
    await start('--store', `redis://:open-sesame@127.0.0.1:${port}/0`)
    expect(commandLineOf(served.pid)).toContain(`--store redis://***@127.0.0.1:${port}/0`)
    for (const pid of pids) {
      expect(commandLineOf(pid)).toContain('serve --port 0 --workers 3')
      expect(commandLineOf(pid)).not.toContain('--store')
    }
    expect(await listed()).toHaveLength(WORKERS)
    await shared.control().put('/scenario', COUNTING)
    const tally = await hammer({ urls: [served.ready.url], count: 300, check: problemUnderCounting })
    expect([tally.right + tally.refused, tally.lost, [...tally.wrong]]).toEqual([300, 0, []])
    expect((await shared.get('/scenario')).rules[0].fired).toBe(3)
    await shared.control().put('/scenario', { rules: [{ id: 'late', fault: { delay: '20s' } }] })
    const held = hammer({ urls: [served.ready.url], count: 12, check: problemOfPing })
    await shared.control().post('/journal/wait', { match: { rule: 'late' }, count: 12, timeout: '1m' })
    const end = served.stop('SIGTERM')
    expect((await held).right).toBe(12)
    const { code, stderr } = await end
    expect([code, stderr]).toEqual([0, ''])
    expect(await client.hkeys('{gmx-sim}:replicas')).toEqual([])
  })

  test('a killed worker is replaced, under load without a refused connection', async () => {
    await start()
    const before = (await listed()).map(({ instanceId }) => instanceId)
    const [, killed] = pids
    const replace = async (further: (count: number) => Promise<unknown>) => {
      await further(1000)
      process.kill(killed, 'SIGKILL')
      await until(async () => {
        expect(childrenOf(served.pid)).toHaveLength(WORKERS)
        const now = (await listed()).map(({ instanceId }) => instanceId)
        expect(now).toHaveLength(WORKERS)
        expect(now.filter((id) => !before.includes(id))).toHaveLength(1)
      })
    }
    const options = { urls: [served.ready.url], atOnce: AT_ONCE, check: problemOfPing }
    const tally = await hammerDuring(replace, options)
    pids.push(...childrenOf(served.pid))
    expect([...tally.wrong]).toEqual([])
    // Only what was under way at the one that was killed.
    expect(tally.lost).toBeLessThanOrEqual(AT_ONCE)
    expect(tally.right).toBeGreaterThan(1000 - AT_ONCE)
    const { code, stdout } = await served.stop()
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 1])
  })

  test('Ctrl-C ends all of them, and a second one at once, whatever they do', async () => {
    await start()
    ctrlC()
    const { code, stderr } = await served.end
    expect([code, stderr]).toEqual([0, ''])
    await start()
    // They cannot end by themselves.
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    await until(async () => {
      const ended = await Promise.race([served.end, undefined])
      if (ended === undefined) ctrlC()
      expect(ended).toMatchObject({ code: 130 })
    })
  })
})
