/** Settings and state of sessions, as plain values that replicas exchange and snapshots keep. */

import type { Dialect } from '../api/endpoints/define.js'
import type { ClockOrigin, ClockSetting } from '../kit/clock/clock.js'
import type { Catalogue } from '../market/catalogue/types.js'
import type { OverlaySource } from '../scenario/custom-catalogue/source.js'
import type { MarketMove } from '../scenario/events.js'
import type { ScenarioPrices } from '../scenario/prices.js'
import type { RunOrigin } from '../scenario/run.js'
import type { RuleState } from '../scenario/running-rule.js'
import type { Scenario } from '../scenario/schema.js'
import { MAX_INCIDENTS } from './journal/incidents.js'
import type { JournalState } from './journal/memory-journal.js'

/** Id of the server's own session. */
export const ROOT_ID = 'root'

/** Sessions per server, besides its own. */
export const MAX_SESSIONS = 10_000

/** Scenario runs kept to explain past requests. */
export const MAX_KEPT_RUNS = MAX_INCIDENTS

export interface SessionSettings {
  readonly id: string
  readonly seed: string
  readonly clock: ClockSetting
  readonly dialect: Dialect
  readonly cacheWindows: boolean
  /** Whether connections to a base address can fail: each has its own port, or a proxy in front. */
  readonly splitPorts?: boolean
  readonly scenario?: Scenario
  /** Applied at creation and at each reset; override those of scenarios. */
  readonly prices?: ScenarioPrices
  readonly catalogue?: Catalogue
  /** The sources of `catalogue`, from which other replicas rebuild it. */
  readonly catalogueFrom?: readonly OverlaySource[]
}

export interface SessionOrigin {
  readonly change: Partial<SessionSettings>
  /** Creation and expiry by the time of the shared state; default of the latter: never. */
  readonly createdAtMs?: number
  readonly endsAtMs?: number
}

/** All state of a session that control calls change, which excludes counts and journal. */
export interface SessionState {
  readonly seed: string
  readonly clock: ClockOrigin
  readonly scenario: Scenario | undefined
  readonly stopped: Scenario | undefined
  readonly loadedAtMs: number
  readonly loadedElapsedMs: number | undefined
  /** Changes whenever a scenario begins, ends or is restored. */
  readonly countsId: string
  readonly runs: readonly RunOrigin[]
  readonly moves: readonly MarketMove[]
  readonly laidAtMs: number
}

export interface SessionSnapshot {
  readonly state: SessionState
  readonly counts: readonly (readonly RuleState[])[]
  readonly journal: JournalState
}

/** Whether a session may have the id: it is a part of paths, and of keys in a store. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(id)

/** Prices of the server's start that a session inherits alongside its own. */
export function inheritedPrices(
  { prices = new Map() }: SessionSettings,
  own?: ScenarioPrices,
): ScenarioPrices {
  return new Map([...prices].filter(([asset]) => own?.has(asset) !== true))
}
