/** `--watch`: reloads the scenario when its file or its candle files change. An invalid file is reported and changes nothing. */
import { isDeepStrictEqual } from 'node:util'
import { setTimer } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { unresolved } from '../../scenario/current-base.js'
import { type Overrides, withoutOverridden } from '../../scenario/overrides.js'
import { filesOf, type ScenarioPrices } from '../../scenario/prices.js'
import { readScenarioFile, readScenarioText, scenarioFile } from '../../scenario/read/load.js'
import { formatProblem, ScenarioError } from '../../scenario/read/problems.js'
import type { Scenario } from '../../scenario/schema.js'
import { digestOf } from '../../server/open-store.js'
import type { Session } from '../../session/session.js'
import { StateLostError, type StateStore } from '../../session/state-store.js'
import { FileWatcher } from './file-watcher.js'

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
export function watchScenario({
  path,
  text,
  session,
  state,
  overrides,
  report,
  onBug,
}: WatchedScenario): () => void {
  // An editor may leave a file half-written or empty: the loaded scenario then stays.
  let loaded: LoadedFile = { text, prices: session.scenario?.scenario.prices }
  /** Text that was reported as invalid. */
  let invalidText: string | undefined
  /** The reported cause, until the files are valid again. */
  let broken: 'file' | 'candles' | undefined
  let haveCandlesChanged = false
  const replace = async (scenario: Scenario): Promise<void> => {
    await state.beginWith?.(digestOf(scenario))
    await state.change(session.id, async () => {
      // Loaded by another replica: loading it again would restart its time.
      const current = session.scenario?.scenario
      const isLoaded = digestOf(current && unresolved(current)) === digestOf(scenario)
      if (state.replicas !== undefined && isLoaded) return
      await state.gather(['journal'], [session])
      session.loadScenario(scenario)
      await session.settled()
    })
  }
  /** Returns whether the file differs from the loaded one. */
  const load = async (now: string): Promise<boolean> => {
    const scenario = await readScenarioFile(now, path, session.catalogue)
    const { prices } = scenario
    candleFiles.watch(filesOf(prices))
    const next = { text: now, prices }
    const isNew = !isDeepStrictEqual(next, loaded)
    if (isNew) await replace(withoutOverridden(scenario, overrides))
    await session.settled()
    loaded = next
    return isNew
  }
  const check = async (): Promise<void> => {
    let changed: 'file' | 'candles' = 'file'
    try {
      const now = await readScenarioText(path)
      const isSame = now === loaded.text
      if (isSame) invalidText = undefined
      if (!haveCandlesChanged && (isSame || now === invalidText)) {
        if (isSame && broken === 'file') reportRepair()
        return
      }
      if (isSame) changed = 'candles'
      invalidText = now
      haveCandlesChanged = false
      const isNew = await load(now)
      invalidText = undefined
      if (!isNew) return void (broken !== undefined && reportRepair())
      broken = undefined
      report(`gmx-sim: reloaded ${path}${changed === 'file' ? '' : ': its recorded candles changed'}\n`)
    } catch (error) {
      if (error instanceof StateLostError) {
        // Retries until the store is back.
        invalidText = undefined
        haveCandlesChanged = true
        return checkSoon()
      }
      if (!(error instanceof UserError)) return onBug(error)
      if (error instanceof ScenarioError)
        candleFiles.watch([...filesOf(loaded.prices), ...error.problems.flatMap(({ file }) => file ?? [])])
      broken = changed
      report(
        `gmx-sim: cannot reload ${path}: the last valid scenario stays active\n${linesOf(error, path)}\n`,
      )
    }
  }
  const reportRepair = (): void => {
    broken = undefined
    report(`gmx-sim: ${path} is valid again and unchanged: the active scenario continues\n`)
  }
  let checks = Promise.resolve()
  let cancelCheck = () => {}
  const checkSoon = () => {
    cancelCheck()
    cancelCheck = setTimer(DEBOUNCE_MS, () => {
      checks = checks.then(check)
    })
  }
  const scenarioFiles = new FileWatcher(checkSoon)
  const candleFiles = new FileWatcher(() => {
    haveCandlesChanged = true
    checkSoon()
  })
  scenarioFiles.watch([scenarioFile(path)])
  candleFiles.watch(filesOf(loaded.prices))
  // Detects changes between reading `text` and the first poll.
  checkSoon()
  return () => {
    scenarioFiles.close()
    candleFiles.close()
    cancelCheck()
  }
}

interface LoadedFile {
  readonly text: string
  readonly prices: ScenarioPrices | undefined
}

function linesOf(error: UserError, path: string): string {
  if (!(error instanceof ScenarioError)) return error.message
  return error.problems.map((problem) => formatProblem(path, problem)).join('\n')
}
