/** The interface between sessions and their state, in memory or in a store that several processes share. */
import type { TimeSource } from '../kit/clock/time-source.js'
import type { RuleCounts } from '../scenario/counts.js'
import type { Journal } from './journal/journal.js'

/** Parts of sessions that other processes may have extended. */
export type Gathered = 'rules' | 'journal' | 'counts'

export interface StateStore<Session> {
  readonly time: TimeSource
  /** Throws a StateLost while the state, or that of session `id`, is unknown to this process. Called for every request. */
  requireCurrent(id?: string): void
  journalOf(id: string): Journal
  newRunId(): string
  /** Shared counters of a scenario's rules; undefined where they count in memory. */
  countsOf(id: string, countsId: string): RuleCounts | undefined
  /** A connection number unique across processes; absent for a single process. */
  readonly nextConnection?: () => number
  readonly shelf: SnapshotStore<Session>
  /** Runs an action that changes, creates or ends a session, under its lock; resolves when every process has applied it. */
  change<Result>(id: string, action: () => Result | Promise<Result>): Result | Promise<Result>
  /** Brings parts of sessions up to date with everything that was answered before. */
  gather(what: readonly Gathered[], sessions: readonly Session[]): void | Promise<void>
  /** Held requests of a session: current here, elsewhere as of the last `gather` of its journal or counts. */
  heldOf(session: Session): number
  /** Replaces the digest of the initial scenario that joining processes must match. */
  readonly beginWith?: (scenario: string) => Promise<void>
  /** Absent for a single process. */
  readonly replicas?: () => Promise<Replicas>
}

export interface Replica {
  readonly instanceId: string
  readonly version: string
  readonly host: string
  /** Start, ms since 1970. */
  readonly sinceMs: number
  /** Remaining lease, ms. */
  readonly leaseMs: number
  readonly held: number
  /** Journal lines not yet written. */
  readonly backlog: number
}

export interface Replicas {
  readonly live: readonly Replica[]
  /** Lost replicas; `sinceMs` is their last renewal, ms since 1970. */
  readonly gone: readonly { readonly instanceId: string; readonly sinceMs: number }[]
}

export interface SnapshotStore<Session> {
  take(session: Session): string | Promise<string>
  restore(session: Session, id: string): void | Promise<void>
  forget(session: Session): void | Promise<void>
}

/** The shared state is unreachable; not a fault of the caller. */
export class StateLostError extends Error {
  override readonly name = 'StateLost'
  readonly hint: string

  constructor(
    message = 'this replica has lost its store',
    hint = 'retry: another replica answers, or this one once the store is back',
  ) {
    super(message)
    this.hint = hint
  }
}

/** Data in the store that no replica has written. Clients see a fixed text; the log names the key and what was expected. */
export class UnreadableError extends StateLostError {
  readonly detail: string

  constructor(key: string, expected: string) {
    super(
      'the store has data of this session that cannot be read',
      'see the log; POST reset in the session, or DELETE it',
    )
    this.detail = `${key.slice(0, 100)}: ${expected.slice(0, 200)}`.replace(/\p{Cc}/gu, ' ')
  }

  /** For the log. */
  of(session: string): Error {
    return new Error(
      `session ${session.slice(0, 64)} cannot be read from the store, and answers 503 until it is reset or ended: ${this.detail}`,
    )
  }
}
