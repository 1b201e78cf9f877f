/** serve --watch over replicas: what somebody changes in the scenario file, all of them serve. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newFolder } from '../../support/folder.js'
import { hammer } from '../../support/hammer.js'
import { hasStore } from '../../support/redis.js'
import { until } from '../../support/until.js'
import { COUNTING, problemUnderCounting, servedReplicas } from './support.js'

const served = servedReplicas()
const { replicas } = served
const folder = newFolder()
const path = join(folder, 'scenario.yaml')

/** In one step: no look falls between emptying the file and writing it. */
function write(scenario: object | string): void {
  writeFileSync(`${path}.next`, typeof scenario === 'string' ? scenario : JSON.stringify(scenario))
  renameSync(`${path}.next`, path)
}
const writeStatus = (status: number) => write({ rules: [{ fault: { status } }] })
const serve = () => served.serve(['--scenario', path, '--watch'])
const rulesAt = async (n: number) => (await served.get('/scenario', n)).rules
const answerAll = (status: number) =>
  until(async () => {
    for (const { ready } of replicas) expect((await fetch(`${ready.url}/arbitrum/ping`)).status).toBe(status)
  })
const allSay = async (words: string) => {
  for (const replica of replicas) await until(() => expect(replica.stderr()).toContain(words))
}
/** 300 requests count once each, whoever is asked. */
async function countsAreShared(): Promise<void> {
  const urls = replicas.map(({ ready }) => ready.url)
  const tally = await hammer({ urls, count: 300, check: problemUnderCounting })
  expect([tally.right + tally.refused, tally.lost, [...tally.wrong]]).toEqual([300, 0, []])
  // A replica whose store is slow refuses.
  await until(async () => expect(await rulesAt(2)).toHaveLength(2))
  const [first, tenth] = await rulesAt(2)
  expect([first.fired, tenth.fired]).toEqual([3, Math.floor(first.matched / 10)])
}

describe.runIf(hasStore())('--watch over replicas', () => {
  beforeEach(async () => {
    writeStatus(501)
    for (let n = 0; n < 3; n++) await serve()
    await answerAll(501)
  })

  test('an invalid file changes nothing; all serve the next valid one with shared counts, and one that starts later the same', async () => {
    write('rules: [{ fualt: { hang: true } }]')
    await allSay('the last valid scenario stays active\n')
    await answerAll(501)
    write(COUNTING)
    await allSay(`reloaded ${path}\n`)
    await countsAreShared()
    await replicas.pop()?.stop()
    await serve()
    expect((await rulesAt(2))[0].fired).toBe(3)
    // Each resets to what it was started with itself; all know what that is.
    for (const [n, rules] of [1, 1, 2].entries()) {
      expect((await served.control(n).post('/reset')).status).toBe(200)
      for (let m = 0; m < 3; m++) expect(await rulesAt(m)).toHaveLength(rules)
    }
    await countsAreShared()
  })
})
