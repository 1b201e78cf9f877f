/** serve --watch over replicas: what somebody changes in the scenario file, all of them serve. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Served, serveCli } from '../../support/cli.js'
import { controlOf } from '../../support/control.js'
import { hammer, report } from '../../support/hammer.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { COUNTING, patiently, problemUnderCounting } from './support.js'

let store: TestStore
let folder: string
let path: string
let replicas: Served[] = []
beforeEach(async () => {
  store = await startStore()
  folder = mkdtempSync(join(tmpdir(), 'gmx-sim-watch-'))
  path = join(folder, 'scenario.yaml')
  write({ rules: [{ fault: { status: 501 } }] })
})
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')))
  replicas = []
  rmSync(folder, { recursive: true })
  await store.stop()
})

/** In one step: no look falls between emptying the file and writing it. */
function write(scenario: object | string): void {
  const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario)
  writeFileSync(`${path}.next`, text)
  renameSync(`${path}.next`, path)
}

const serve = () => serveCli(['--store', store.url, '--scenario', path, '--watch'])
const startThree = async () => {
  for (let n = 0; n < 3; n++) replicas.push(await serve())
}
const control = (n = 0) => controlOf(replicas[n % 3].ready.url)
const answerAll = (status: number) =>
  until(async () => {
    for (const { ready } of replicas) expect((await fetch(`${ready.url}/arbitrum/ping`)).status).toBe(status)
  })

describe.runIf(hasStore())('--watch over replicas', () => {
  test('all workers serve a changed file, with shared counts', async () => {
    await startThree()
    await answerAll(501)
    write(COUNTING)
    for (const replica of replicas)
      await until(() => expect(replica.stderr()).toContain(`reloaded ${path}\n`))
    const urls = replicas.map(({ ready }) => ready.url)
    const tally = await hammer({ urls, count: 300, check: problemUnderCounting })
    const { rules } = (await patiently(() => control().get('/scenario'))).body
    report('a scenario file changed under three', tally, { matched: rules[0].matched, first: rules[0].fired })
    expect([tally.right + tally.refused, tally.lost, [...tally.wrong]]).toEqual([300, 0, []])
    expect(rules[0].fired).toBe(3)
    expect(rules[1].fired).toBe(Math.floor(rules[0].matched / 10))
  })

  test('every worker reports an invalid file and keeps its scenario; the next valid one is loaded', async () => {
    await startThree()
    await answerAll(501)
    write('rules: [{ fualt: { hang: true } }]')
    for (const replica of replicas)
      await until(() => expect(replica.stderr()).toContain('the last valid scenario stays active\n'))
    await answerAll(501)
    write({ rules: [{ fault: { status: 502 } }] })
    await answerAll(502)
  })

  test('changes during a store outage are loaded afterwards', async () => {
    await startThree()
    await answerAll(501)
    store.signal('SIGSTOP')
    await answerAll(503)
    write({ rules: [{ fault: { status: 502 } }] })
    // Long enough for a look and the rest after it, which then finds no store.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    store.signal('SIGCONT')
    await answerAll(502)
  })

  test('a worker that starts after a file change serves the same as others', async () => {
    await startThree()
    write(COUNTING)
    for (const replica of replicas)
      await until(() => expect(replica.stderr()).toContain(`reloaded ${path}\n`))
    await replicas[2].stop()
    replicas[2] = await serve()
    const urls = replicas.map(({ ready }) => ready.url)
    const tally = await hammer({ urls, count: 300, check: problemUnderCounting })
    expect([tally.right + tally.refused, tally.lost, [...tally.wrong]]).toEqual([300, 0, []])
    expect((await patiently(() => control(2).get('/scenario'))).body.rules[0].fired).toBe(3)
    // Each resets to what it was started with itself; all know what that is.
    for (const [n, rules] of [1, 1, 2].entries()) {
      expect((await patiently(() => control(n).post('/reset'))).status).toBe(200)
      for (let m = 0; m < 3; m++)
        expect((await patiently(() => control(m).get('/scenario'))).body.rules).toHaveLength(rules)
    }
  })
})
