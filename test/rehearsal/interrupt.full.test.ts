/** A rehearsal that is interrupted: no score, and nothing is left running. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunning } from '../support/processes.js'
import { type Rehearsing, startRehearsal } from '../support/rehearsing.js'
import { until } from '../support/until.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-interrupt-'))
  writeFileSync(
    join(folder, 'long.yaml'),
    'name: long\nrules: [{ match: { base: primary }, when: { until: 10m }, fault: { close: true } }]\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Has a child that does not listen to SIGTERM, says who they are when the primary has died and the fallback answered, rests,
 * and takes SIGTERM for a reason to go on asking.
 */
const STUBBORN = `
const asked = new Promise((resolve) => process.on('SIGTERM', resolve))
const { spawn } = await import('node:child_process')
const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' })
setInterval(() => {}, 1000)
for (;;) {
  const failed = await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/prices/tickers').then(() => false, () => true)
  await fetch(process.env.GMX_SIM_ARBITRUM_FALLBACK_URL + '/prices/tickers').catch(() => {})
  if (failed) break
  await new Promise((resolve) => setTimeout(resolve, 100))
}
console.log(process.pid + ' ' + child.pid)
await asked
for (;;) {
  await fetch(process.env.GMX_SIM_ARBITRUM_URL + '/prices/tickers').catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 100))
}
`

/** Starts it, and waits until the incident has begun. */
async function started(
  name: string,
): Promise<{ readonly rehearsal: Rehearsing; readonly pids: readonly number[] }> {
  const logs = join(folder, name)
  const rehearsal = startRehearsal([
    join(folder, 'long.yaml'),
    ...['--warm-up', '500ms', '--logs', logs, '--fail-on', '0', '--verbose'],
    ...['--', process.execPath, '--input-type=module', '-e', STUBBORN],
  ])
  const log = join(logs, 'long.log')
  const pids = await until(() => {
    const found = existsSync(log) ? readFileSync(log, 'utf8').trim().split(' ').map(Number) : []
    expect(found).toHaveLength(2)
    return found
  })
  return { rehearsal, pids }
}

describe.skipIf(process.platform === 'win32')('ended early', () => {
  test.concurrent.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s: cut short, and what does not listen is killed',
    async (signal) => {
      const { rehearsal, pids } = await started(signal)
      expect(pids.map(isRunning)).toEqual([true, true])
      rehearsal.signal(signal)
      const { code, stdout, stderr } = await rehearsal.end
      expect([code, stdout], stderr).toEqual([5, expect.stringMatching(/^CUT SHORT +\S+\n/)])
      expect(stderr).toContain('reporting what was seen, without a score')
      expect(pids.map(isRunning)).toEqual([false, false])
    },
  )

  test.concurrent('twice: at once, with nothing judged and nothing left', async () => {
    const { rehearsal, pids } = await started('twice')
    rehearsal.signal('SIGINT')
    await until(() => expect(rehearsal.stderr()).toContain('Ctrl+C again ends at once'))
    rehearsal.signal('SIGINT')
    const { code, stdout, stderr } = await rehearsal.end
    expect([code, stdout]).toEqual([5, ''])
    expect(stderr).toContain('interrupted twice: nothing is graded')
    await until(() => expect(pids.map(isRunning)).toEqual([false, false]))
  })
})
