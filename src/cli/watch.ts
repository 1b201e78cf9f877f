/** Watching the scenario file: one that has changed is loaded anew, one that is broken is reported and changes nothing. */
import { unwatchFile, watchFile } from 'node:fs'
import { later } from '../clock/timers.js'
import { UserError } from '../core/errors.js'
import { type Overrides, withoutOverridden } from '../scenario/overrides.js'
import { readScenarioFile, readScenarioText, scenarioFile } from '../scenario/read/load.js'
import { formatProblem, ScenarioError } from '../scenario/read/problems.js'
import type { Session } from '../session/session.js'

/**
 * The file is looked at rather than listened to: that sees it replaced by rename, changed behind a link or on a mount of
 * a network or container, and back after it was gone; it costs one system call a time and none of the system's watches.
 */
const LOOK_MS = 100
/** Rest after the last change, as many editors write in several steps; longer than two looks are apart. */
const REST_MS = 150

export interface Watched {
  readonly path: string
  /** What stood in the file when the session got its scenario. */
  readonly text: string
  readonly session: Session
  /** What the file's own seed and clock do not change. */
  readonly given: Overrides
  /** Gets whole lines for a person to read. */
  tell(text: string): void
  onBug(error: unknown): void
}

/** Watches until what it returns is called. Keeps no process alive. */
export function watchScenario({ path, text, session, given, tell, onBug }: Watched): () => void {
  // A look may fall between the two steps of writing a file, and find it empty: what is in force is then still the same.
  let inForce = text
  let refused: string | undefined
  const look = async (): Promise<void> => {
    try {
      const now = await readScenarioText(path)
      if (now === inForce) refused = undefined
      if (now === inForce || now === refused) return
      refused = now
      const scenario = await readScenarioFile(now, path, session.catalogue)
      session.loadScenario(withoutOverridden(scenario, given))
      await session.settled()
      inForce = now
      refused = undefined
      tell(`gmx-sim: ${path} has changed and is loaded\n`)
    } catch (error) {
      if (!(error instanceof UserError)) return onBug(error)
      tell(
        `gmx-sim: ${path} has changed and cannot be used, the last good one stays\n${linesOf(error, path)}\n`,
      )
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
  const file = scenarioFile(path)
  watchFile(file, { interval: LOOK_MS, persistent: false }, lookSoon)
  // What changed between the reading of `text` and the first look is no change to whoever only looks.
  lookSoon()
  return () => {
    unwatchFile(file, lookSoon)
    callOff()
  }
}

function linesOf(error: UserError, path: string): string {
  if (!(error instanceof ScenarioError)) return error.message
  return error.problems.map((problem) => formatProblem(path, problem)).join('\n')
}
