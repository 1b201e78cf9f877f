/** The interface between sessions and their state, in memory or in a store that several processes share. */
import type { TimeSource } from '../kit/clock/clock.js'
import type { ScenarioRun } from '../scenario/run.js'
import type { Fired, RunningRule } from '../scenario/running-rule.js'
import type { Arrival, JournalRecord } from './journal/entry.js'
import type { Journal } from './journal/journal.js'

/** Parts of sessions that other processes may have extended. */
export type SharedPart = 'rules' | 'journal' | 'counts'

export interface StateStore<Session> {
  readonly time: TimeSource
  /** Throws a StateLost while the shared state does not answer. */
  requireCurrent(): void
  journalOf(id: string): Journal
  newRunId(): string
  /** Writes the counts with which the rules of the current run begin; absent for a single process. */
  readonly beginCounts?: (session: Session) => Promise<unknown>
  /** Journals a request, counts it and decides, where processes share all that; absent for a single process. */
  readonly admit?: Admit<Session>
  /** Brings a session up to date, and parts of it; makes one that another process has created. */
  read(id: string, parts?: readonly SharedPart[]): void | Promise<void>
  /** Brings all sessions up to date, with their counts. */
  readAll(): void | Promise<void>
  /** Runs an action that changes, creates or ends a session. It may run again, on the session that another process has changed. */
  change<Result>(id: string, action: () => Result | Promise<Result>): Result | Promise<Result>
  readonly snapshots: SnapshotStore<Session>
  /** Held requests of a session: current here, elsewhere as of a second ago. */
  heldOf(session: Session): number
  /** A connection number unique across processes; absent for a single process. */
  readonly nextConnection?: () => number
  /** Replaces the digest of the initial scenario that joining processes must match. */
  readonly beginWith?: (scenario: string) => Promise<void>
  /** Absent for a single process. */
  readonly replicas?: () => Promise<Replicas>
}

/** `matchRules` runs again on a session that another process has changed. Sets the arrival's instant. */
export type Admit<Session> = (
  session: Session,
  arrival: Arrival,
  matchRules: () => MatchedRequest,
  elapsedMs: () => number,
) => Promise<Admitted>

/** A request before it is counted: the rules that it matches, and its outcome if none of them fires. */
export interface MatchedRequest {
  readonly run: ScenarioRun | undefined
  readonly matched: readonly RunningRule[]
  readonly status: number
  readonly outcome: string
}

/** The run is the one that decided. */
export interface Admitted extends Pick<MatchedRequest, 'run'> {
  readonly entry: JournalRecord
  readonly fired: Fired | undefined
}

export interface Replica {
  readonly instanceId: string
  readonly version: string
  readonly host: string
  /** Start, ms since 1970. */
  readonly sinceMs: number
  readonly held: number
}

export interface Replicas {
  readonly live: readonly Replica[]
  /** Replicas that ended without notice; `sinceMs` is their last heartbeat, ms since 1970. */
  readonly gone: readonly { readonly instanceId: string; readonly sinceMs: number }[]
}

export interface SnapshotStore<Session> {
  take(session: Session): string | Promise<string>
  restore(session: Session, id: string): void | Promise<void>
  forget(session: Session): void | Promise<void>
}
