/** --watch while the store does not answer: a change of the scenario file is loaded once the store is back. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchScenario } from '../../../src/entrypoints/cli/scenario-watcher.js'
import { StateLostError } from '../../../src/session/state-errors.js'
import { createTestSimulator } from '../../support/simulator.js'
import { until } from '../../support/until.js'

test('a change during a store outage is loaded, and reported once, afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gmx-sim-watch-'))
  const path = join(folder, 'scenario.yaml')
  writeFileSync(path, 'name: changed\nrules: []\n')
  const { sessions, session } = await createTestSimulator()
  const lost: string[] = []
  const said: string[] = []
  let isLost = true
  const beginWith = async (digest: string) => {
    if (!isLost) return
    lost.push(digest)
    throw new StateLostError()
  }
  const end = watchScenario({
    ...{ path, text: '', session, overrides: new Set<never>(), state: { ...sessions.state, beginWith } },
    report: (text) => void said.push(text),
    onBug: (error) => {
      throw error
    },
  })
  onTestFinished(() => {
    end()
    rmSync(folder, { recursive: true })
  })
  await until(() => expect(lost.length, said.join()).toBeGreaterThan(1))
  expect([session.scenario?.scenario.name, said.join()]).toEqual([undefined, ''])
  isLost = false
  await until(() => expect(session.scenario?.scenario.name).toBe('changed'))
  await until(() => expect(said).toEqual([`gmx-sim: reloaded ${path}\n`]))
})
