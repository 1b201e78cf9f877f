/** Snapshots in the store: what lies there is copied there. */
import type { TimeSource } from '../clock/time-source.js'
import { MOST_SNAPSHOTS, noSnapshot, tooManySnapshots } from '../session/memory-state.js'
import type { Session } from '../session/session.js'
import type { Shelf } from '../session/shared.js'
import { guarded, type StoreConnection } from './connection.js'
import { restoredState, snapshotText } from './documents.js'
import type { StoreJournal } from './journal.js'
import type { Keys } from './keys.js'

export interface ShelfParts {
  readonly connection: StoreConnection
  readonly keys: Keys
  readonly time: TimeSource
  readonly ttlSeconds: number
  readonly isWatched: boolean
  newCountsId(): string
  newJournalId(): string
  journalOf(session: Session): StoreJournal
  /** Brings what lies in the store up to date. */
  gather(session: Session): Promise<void>
  onTrouble(error: unknown): void
}

const COPIED = ['rules', 'lines', 'counts'] as const

export function createStoreShelf(parts: ShelfParts): Shelf<Session> {
  const { connection, keys, ttlSeconds } = parts
  const { commands } = connection
  const originals = (session: Session, countsId: string, journalId: string) => ({
    rules: keys.rules(session.id, countsId),
    lines: keys.lines(session.id, journalId),
    counts: keys.counts(session.id, journalId),
  })
  return {
    async take(session) {
      await parts.gather(session)
      const all = keys.snapshots(session.id)
      const taken = await guarded(commands.hlen(all))
      if (taken >= MOST_SNAPSHOTS) throw tooManySnapshots()
      const id = `snapshot-${taken + 1}`
      const from = originals(session, session.state().countsId, parts.journalOf(session).id)
      const copying = commands.multi()
      for (const what of COPIED) {
        const copy = keys.copy(session.id, id, what)
        copying.copy(from[what], copy, 'REPLACE').expire(copy, ttlSeconds)
      }
      copying.hset(all, id, snapshotText(session, parts.isWatched)).expire(all, ttlSeconds)
      await guarded(executed(copying.exec()))
      return id
    },
    async restore(session, id) {
      const text = await guarded(commands.hget(keys.snapshots(session.id), id))
      if (text === null) throw noSnapshot(id)
      const countsId = parts.newCountsId()
      const journalId = parts.newJournalId()
      const to = originals(session, countsId, journalId)
      const copying = commands.multi()
      for (const what of COPIED)
        copying.copy(keys.copy(session.id, id, what), to[what], 'REPLACE').expire(to[what], ttlSeconds)
      await guarded(executed(copying.exec()))
      session.adopt(restoredState(session, text, countsId, parts.time))
      parts.journalOf(session).follow(journalId)
    },
    async forget(session) {
      try {
        const all = keys.snapshots(session.id)
        const ids = await commands.hkeys(all)
        if (ids.length === 0) return
        await commands.unlink(
          all,
          ...ids.flatMap((id) => COPIED.map((what) => keys.copy(session.id, id, what))),
        )
      } catch (error) {
        // They have a time to live.
        parts.onTrouble(error)
      }
    },
  }
}

/** All of a transaction, or what the first of it that failed says. */
async function executed(work: Promise<readonly (readonly [Error | null, unknown])[] | null>): Promise<void> {
  for (const [error] of (await work) ?? []) if (error !== null) throw error
}
