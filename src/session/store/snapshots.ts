/** Snapshots in the store: counts and journals are copied within it. */
import { newInstanceId } from '../../kit/random/random.js'
import type { Session } from '../session.js'
import { MAX_SNAPSHOTS, noSnapshot, tooManySnapshots } from '../sessions.js'
import type { SnapshotStore } from '../state-store.js'
import type { StoreContext } from './connection.js'
import { snapshotOf, snapshotText } from './documents.js'
import type { StoreJournal } from './journal.js'
import { TTL_SECONDS } from './keys.js'

const COPIED = ['rules', 'lines', 'counts'] as const
type Copied = Readonly<Record<(typeof COPIED)[number], string>>

export function createSnapshots(store: StoreContext): SnapshotStore<Session> {
  const { commands, within, keys, isWatched, onTrouble } = store
  const keysOf = (id: string, countsId: string, journalId: string): Copied => ({
    rules: keys.rules(id, countsId),
    lines: keys.lines(id, journalId),
    counts: keys.counts(id, journalId),
  })
  const copying = (from: Copied, to: Copied) => {
    const all = commands.multi()
    for (const what of COPIED) all.copy(from[what], to[what], 'REPLACE').expire(to[what], TTL_SECONDS)
    return all
  }
  return {
    async take(session) {
      const { id: sessionId, countsId } = session
      const all = keys.snapshots(sessionId)
      // A number of its own, as another replica may take one at the same time.
      const number = await within(commands.hincrby(all, 'taken', 1))
      if (number > MAX_SNAPSHOTS) throw tooManySnapshots()
      const id = `snapshot-${number}`
      const from = keysOf(sessionId, countsId, (session.journal as StoreJournal).id)
      const taking = copying(from, keysOf(sessionId, id, id))
      taking.hset(all, id, snapshotText(session, isWatched)).expire(all, TTL_SECONDS)
      await within(taking.exec())
      return id
    },
    async restore(session, id) {
      const text = await within(commands.hget(keys.snapshots(session.id), id))
      if (text === null) throw noSnapshot(id)
      const [countsId, journalId] = [newInstanceId(), newInstanceId()]
      const to = keysOf(session.id, countsId, journalId)
      await within(copying(keysOf(session.id, id, id), to).exec())
      const { state, clock } = snapshotOf(session, text, isWatched)
      session.resume(state, clock, countsId)
      ;(session.journal as StoreJournal).follow(journalId)
    },
    async forget({ id: session }) {
      try {
        const all = keys.snapshots(session)
        const ids = await commands.hkeys(all)
        const copies = ids.flatMap((id) => Object.values(keysOf(session, id, id)))
        if (ids.length > 0) await commands.unlink(all, ...copies)
      } catch (error) {
        // Copies expire on their own.
        onTrouble(error)
      }
    },
  }
}
