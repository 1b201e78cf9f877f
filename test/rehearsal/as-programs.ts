/** Rehearsals of programs in real time, with the options that tests have in common. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { toSettings } from '../../src/entrypoints/testing/options.js'
import { loadCatalogue } from '../../src/market/catalogue/load.js'
import { readParts } from '../../src/rehearsal/drill.js'
import type { Report } from '../../src/rehearsal/report.js'
import { rehearsePrograms } from '../../src/rehearsal/run.js'
import { untilCalm } from '../support/calm.js'

type Options = Parameters<typeof rehearsePrograms>[0]
interface Rehearsed extends Pick<Options, 'command' | 'durations'> {
  readonly scenarios: Parameters<typeof readParts>[0]
  readonly observe?: RegExp
}

/** Returns a function that rehearses a program in all `scenarios` at once; `name` is that of its folder for logs. */
export function programsRehearsed(): (name: string, rehearsed: Rehearsed) => Promise<Report> {
  const logs = mkdtempSync(join(tmpdir(), 'gmx-sim-programs-'))
  afterAll(() => rmSync(logs, { recursive: true, force: true }))
  return async (name, { scenarios, command, durations, observe }) => {
    mkdirSync(join(logs, name))
    await untilCalm()
    const { report } = await rehearsePrograms({
      parts: await readParts(scenarios, loadCatalogue()),
      settings: toSettings({}, 'startSimulator'),
      isSeedGiven: false,
      command,
      sets: [],
      observe,
      clients: 1,
      jobs: scenarios.length,
      durations,
      failOn: 'must',
      logs: join(logs, name),
      signal: new AbortController().signal,
      onBug: (error) => {
        throw error
      },
      onEvent: () => {},
    })
    return report
  }
}
