/** `--watch`: reloads the scenario when its file or its candle files change. An invalid file is reported and changes nothing. */
import { isDeepStrictEqual } from 'node:util'
import { setTimer } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { unresolved } from '../../scenario/current-base.js'
import { type Overrides, withoutOverridden } from '../../scenario/overrides.js'
import { filesOf } from '../../scenario/prices.js'
import { readScenarioFile, readScenarioText, scenarioFile } from '../../scenario/read/load.js'
import { formatProblem, ScenarioError } from '../../scenario/read/problems.js'
import type { Scenario } from '../../scenario/schema.js'
import { digestOf } from '../../server/config/load.js'
import type { Session } from '../../session/session.js'
import { StateLostError } from '../../session/state-errors.js'
import type { StateStore } from '../../session/state-store.js'
import { createFileWatcher } from './file-watcher.js'

/** Debounce: editors write in several steps. Longer than the poll interval. */
const DEBOUNCE_MS = 150

export interface WatchedScenario {
  readonly path: string
  /** Text of the loaded file. */
  readonly text: string
  readonly session: Session
  /** State that other replicas may share, and reload as well. */
  readonly state: StateStore<Session>
  readonly overrides: Overrides
  report(text: string): void
  onBug(error: unknown): void
}

/** Returns a function that ends the watch, which does not keep the process alive. */
export function watchScenario(watched: WatchedScenario): () => void {
  const { path, text, session, state, overrides, report, onBug } = watched
  // An editor may leave a file half-written or empty: the loaded scenario then stays.
  let loaded = { text, prices: session.scenario?.scenario.prices }
  /** Reported problems, until the files are valid again. */
  let broken: string | undefined
  const replace = async (scenario: Scenario): Promise<void> => {
    await state.beginWith?.(digestOf(scenario))
    await state.read(session.id, ['journal'])
    await state.change(session.id, async () => {
      // Loaded by another replica: loading it again would restart its time.
      const current = session.scenario?.scenario
      const isLoaded = digestOf(current && unresolved(current)) === digestOf(scenario)
      if (state.replicas !== undefined && isLoaded) return
      session.loadScenario(scenario)
      await session.settled()
    })
  }
  const check = async (): Promise<void> => {
    try {
      const now = await readScenarioText(path)
      const scenario = await readScenarioFile(now, path, session.catalogue)
      const { prices } = scenario
      files.watch([file, ...filesOf(prices)])
      const next = { text: now, prices }
      const isNew = !isDeepStrictEqual(next, loaded)
      if (isNew) await replace(withoutOverridden(scenario, overrides))
      await session.settled()
      const isSameText = now === loaded.text
      loaded = next
      if (isNew) report(`gmx-sim: reloaded ${path}${isSameText ? ': its recorded candles changed' : ''}\n`)
      else if (broken !== undefined)
        report(`gmx-sim: ${path} is valid again and unchanged: the active scenario continues\n`)
      broken = undefined
    } catch (error) {
      // Retries until the store is back.
      if (error instanceof StateLostError) return checkSoon()
      if (!(error instanceof UserError)) return onBug(error)
      const problems = error instanceof ScenarioError ? error.problems : []
      files.watch([file, ...filesOf(loaded.prices), ...problems.flatMap((problem) => problem.file ?? [])])
      const lines = problems.map((problem) => formatProblem(path, problem)).join('\n') || error.message
      if (lines !== broken)
        report(`gmx-sim: cannot reload ${path}: the last valid scenario stays active\n${lines}\n`)
      broken = lines
    }
  }
  let checks = Promise.resolve()
  let cancelCheck = () => {}
  const checkSoon = () => {
    cancelCheck()
    cancelCheck = setTimer(DEBOUNCE_MS, () => {
      checks = checks.then(check)
    })
  }
  const file = scenarioFile(path)
  const files = createFileWatcher(checkSoon)
  files.watch([file, ...filesOf(loaded.prices)])
  // Detects changes between reading `text` and the first poll.
  checkSoon()
  return () => {
    files.close()
    cancelCheck()
  }
}
