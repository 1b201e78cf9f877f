/**
 * Watching the scenario file, and those of recorded candles that it names: what has changed is loaded anew, what is broken is
 * reported and changes nothing.
 */
import { isDeepStrictEqual } from 'node:util'
import { later } from '../clock/timers.js'
import { UserError } from '../core/errors.js'
import { type Overrides, withoutOverridden } from '../scenario/overrides.js'
import { filesOf, type ScenarioPrices } from '../scenario/prices.js'
import { readScenarioFile, readScenarioText, scenarioFile } from '../scenario/read/load.js'
import { formatProblem, ScenarioError } from '../scenario/read/problems.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session } from '../session/session.js'
import { type SharedState, StateLost } from '../session/shared.js'
import { digestOf } from '../shared-store.js'
import { WatchedFiles } from './watched-files.js'

/** Rest after the last change, as many editors write in several steps; longer than two looks at a file are apart. */
const REST_MS = 150

export interface Watched {
  readonly path: string
  /** What stood in the file when the session got its scenario. */
  readonly text: string
  readonly session: Session
  /** Where its state lies: others may watch the same file for the same session. */
  readonly state: SharedState<Session>
  /** What the file's own seed and clock do not change. */
  readonly given: Overrides
  /** Gets whole lines for a person to read. */
  tell(text: string): void
  onBug(error: unknown): void
}

/** Watches until what it returns is called. Keeps no process alive. */
export function watchScenario({ path, text, session, state, given, tell, onBug }: Watched): () => void {
  // A look may fall between the two steps of writing a file, and find it empty: what is in force is then still the same.
  let inForce: InForce = { text, prices: session.scenario?.scenario.prices }
  let refused: string | undefined
  let haveCandlesChanged = false
  const change = async (scenario: Scenario): Promise<void> => {
    await state.beginWith?.(digestOf(scenario))
    await state.change(session.id, async () => {
      // Another replica has seen the file change before: loading it again would begin its time anew.
      const isThere = digestOf(session.scenario?.scenario) === digestOf(scenario)
      if (state.replicas !== undefined && isThere) return
      session.loadScenario(scenario)
      await session.settled()
    })
  }
  const load = async (now: string): Promise<boolean> => {
    const scenario = await readScenarioFile(now, path, session.catalogue)
    const { prices } = scenario
    candleFiles.watch(filesOf(prices))
    const next = { text: now, prices }
    const isNew = !isDeepStrictEqual(next, inForce)
    if (isNew) await change(withoutOverridden(scenario, given))
    await session.settled()
    inForce = next
    return isNew
  }
  const look = async (): Promise<void> => {
    let what = `${path} has changed and`
    let is = 'is'
    try {
      const now = await readScenarioText(path)
      if (now === inForce.text) refused = undefined
      if (!haveCandlesChanged && (now === inForce.text || now === refused)) return
      if (now === inForce.text) {
        what = `recorded candles of ${path} have changed and`
        is = 'are'
      }
      refused = now
      haveCandlesChanged = false
      const isNew = await load(now)
      refused = undefined
      if (isNew) tell(`gmx-sim: ${what} ${is} loaded\n`)
    } catch (error) {
      if (error instanceof StateLost) {
        // It is looked at again until it can be loaded.
        refused = undefined
        haveCandlesChanged = true
        return lookSoon()
      }
      if (!(error instanceof UserError)) return onBug(error)
      if (error instanceof ScenarioError)
        candleFiles.watch([...filesOf(inForce.prices), ...error.problems.flatMap(({ file }) => file ?? [])])
      tell(`gmx-sim: ${what} cannot be used, the last good one stays\n${linesOf(error, path)}\n`)
    }
  }
  let looking = Promise.resolve()
  let callOff = () => {}
  const lookSoon = () => {
    callOff()
    callOff = later(REST_MS, () => {
      looking = looking.then(look)
    })
  }
  const scenarioFiles = new WatchedFiles(lookSoon)
  const candleFiles = new WatchedFiles(() => {
    haveCandlesChanged = true
    lookSoon()
  })
  scenarioFiles.watch([scenarioFile(path)])
  candleFiles.watch(filesOf(inForce.prices))
  // What changed between the reading of `text` and the first look is no change to whoever only looks.
  lookSoon()
  return () => {
    scenarioFiles.end()
    candleFiles.end()
    callOff()
  }
}

/** What the session has, as far as it is in files. */
interface InForce {
  readonly text: string
  readonly prices: ScenarioPrices | undefined
}

function linesOf(error: UserError, path: string): string {
  if (!(error instanceof ScenarioError)) return error.message
  return error.problems.map((problem) => formatProblem(path, problem)).join('\n')
}
