/** Reloads the scenario when its file or its candle files change. A broken file is reported and changes nothing. */
import { isDeepStrictEqual } from 'node:util'
import { setTimer } from '../clock/timers.js'
import { UserError } from '../core/errors.js'
import { digestOf } from '../open-store.js'
import { unresolved } from '../scenario/current-base.js'
import { type Overrides, withoutOverridden } from '../scenario/overrides.js'
import { filesOf, type ScenarioPrices } from '../scenario/prices.js'
import { readScenarioFile, readScenarioText, scenarioFile } from '../scenario/read/load.js'
import { formatProblem, ScenarioError } from '../scenario/read/problems.js'
import type { Scenario } from '../scenario/schema.js'
import type { Session } from '../session/session.js'
import { StateLostError, type StateStore } from '../session/state-store.js'
import { WatchedFiles } from './watched-files.js'

/** Debounce: editors write in several steps. Longer than the poll interval. */
const REST_MS = 150

export interface Watched {
  readonly path: string
  readonly text: string
  readonly session: Session
  /** State that other replicas may share and watch, too. */
  readonly state: StateStore<Session>
  readonly given: Overrides
  tell(text: string): void
  onBug(error: unknown): void
}

/** Returns a function that ends the watch, which does not keep the process alive. */
export function watchScenario({ path, text, session, state, given, tell, onBug }: Watched): () => void {
  // A file may be read half-written, as empty: the loaded scenario then stays.
  let inForce: InForce = { text, prices: session.scenario?.scenario.prices }
  let refused: string | undefined
  let haveCandlesChanged = false
  const change = async (scenario: Scenario): Promise<void> => {
    await state.beginWith?.(digestOf(scenario))
    await state.change(session.id, async () => {
      const loaded = session.scenario?.scenario
      // Another replica has loaded it: loading it again would restart its time.
      const isThere = digestOf(loaded && unresolved(loaded)) === digestOf(scenario)
      if (state.replicas !== undefined && isThere) return
      await state.gather(['journal'], [session])
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
      if (error instanceof StateLostError) {
        // Retries until the store is back.
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
    callOff = setTimer(REST_MS, () => {
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
  // Catches changes between reading `text` and the first poll.
  lookSoon()
  return () => {
    scenarioFiles.end()
    candleFiles.end()
    callOff()
  }
}

interface InForce {
  readonly text: string
  readonly prices: ScenarioPrices | undefined
}

function linesOf(error: UserError, path: string): string {
  if (!(error instanceof ScenarioError)) return error.message
  return error.problems.map((problem) => formatProblem(path, problem)).join('\n')
}
