/**
 * What a request needs of a session: enough to be decided, answered and taken down. A session has all of it itself; a
 * worker process has it of a session that another process keeps.
 */
import type { BaseName, NetworkName } from '../catalogue/networks.js'
import type { Waits } from '../clock/waits.js'
import type { Dialect } from '../endpoints/define.js'
import type { JournalWriter } from '../journal/journal.js'
import type { ScenarioRun } from '../scenario/run.js'
import type { World } from '../world/world.js'

export interface ServedSession {
  readonly dialect: Dialect
  readonly cacheWindows: boolean
  /** Another number whenever answers may have become others, at the same instant: another scenario, a restore. */
  readonly epoch: number
  readonly journal: JournalWriter
  /** Requests that are held by a delay or a hang. */
  readonly waits: Waits
  readonly scenario: Pick<ScenarioRun, 'evaluator'> | undefined
  /** The instant on this session's clock, in whole ms since 1970. */
  nowMs(): number
  world(network: NetworkName, base?: BaseName): World
}

/** Where requests find their session. */
export interface ServedSessions {
  /** The server's own. */
  readonly root: ServedSession
  /** One that was made and has not ended. */
  find(id: string): ServedSession | undefined
}
