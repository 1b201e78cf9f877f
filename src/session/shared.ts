/**
 * What sessions need of state that other processes may share: the one seam between a served session and where its state lies.
 * In memory all of it is there at once; a store is asked, and told.
 */
import type { TimeSource } from '../clock/time-source.js'
import type { Journal } from '../journal/journal.js'
import type { RuleCounts } from '../scenario/counts.js'

/** What can be read of sessions that other processes may have added to. */
export type Gathered = 'rules' | 'journal' | 'counts'

/** Of what is served as sessions; what those are it need not know. */
export interface SharedState<Session> {
  /** What clocks and journals count by. */
  readonly time: TimeSource
  /** Throws a StateLost where this process cannot know the state. Every request pays for this. */
  requireCurrent(): void
  /** The journal of a session that is being made. */
  journalOf(id: string): Journal
  /** Tells a scenario that is loaded now from those that were before. */
  newRunId(): string
  /** Where the rules of a scenario count, by the id that they count under; undefined where they count by themselves. */
  countsOf(id: string, countsId: string): RuleCounts | undefined
  /** Numbers a connection as nobody else does; its own numbers do where it is left out. */
  readonly nextConnection?: () => number
  readonly shelf: Shelf<Session>
  /**
   * Does something that changes the session of that id, or makes or ends it. What it returns is there when everybody who
   * answers for the session knows of it. Nobody else changes the session meanwhile.
   */
  change<Result>(id: string, action: () => Result | Promise<Result>): Result | Promise<Result>
  /** Brings up to date what can be read of sessions: all that was answered before is in it then. */
  gather(what: readonly Gathered[], sessions: readonly Session[]): void | Promise<void>
  /** How many requests of a session are held: here now, elsewhere when its journal or its counts were gathered last. */
  heldOf(session: Session): number
  /** The scenario that all begin with is another, by its digest: whoever comes later begins with that. Nobody where it is left out. */
  readonly beginWith?: (scenario: string) => Promise<void>
  /** Who shares the state; nobody else where it is left out. */
  readonly replicas?: () => Promise<Replicas>
}

/** A process that answers for the same sessions. */
export interface Replica {
  readonly instanceId: string
  readonly version: string
  readonly host: string
  /** When it began, ms since 1970. */
  readonly sinceMs: number
  /** How long others wait for it where it says nothing, ms. */
  readonly leaseMs: number
  /** Requests that it holds. */
  readonly held: number
  /** Lines of journals that it has not handed over. */
  readonly backlog: number
}

export interface Replicas {
  readonly live: readonly Replica[]
  /** Those that went without a word, and when they were heard last, ms since 1970. */
  readonly gone: readonly { readonly instanceId: string; readonly sinceMs: number }[]
}

/** Where snapshots are kept. */
export interface Shelf<Session> {
  /** Takes a snapshot of a session; returns its id. */
  take(session: Session): string | Promise<string>
  restore(session: Session, id: string): void | Promise<void>
  /** Forgets those of a session. */
  forget(session: Session): void | Promise<void>
}

/** What cannot be answered while the shared state cannot be had. Nobody did anything wrong. */
export class StateLost extends Error {
  override readonly name = 'StateLost'
  /** What to do about it. */
  readonly hint: string

  constructor(
    message = 'this replica has lost its store',
    hint = 'ask again: another replica answers, or this one when the store is back',
  ) {
    super(message)
    this.hint = hint
  }
}
