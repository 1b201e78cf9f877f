/** Snapshots in the store: counts and journals are copied within it. */
import { newInstanceId } from '../../kit/random/random.js'
import type { Session } from '../session.js'
import { MAX_SNAPSHOTS, noSnapshot, tooManySnapshots } from '../sessions.js'
import type { SnapshotStore } from '../state-store.js'
import type { StoreContext } from './connection.js'
import { stateOf, stateText } from './documents.js'
import { journalOf } from './journal.js'
import { TTL_SECONDS } from './keys.js'

export function createSnapshots(store: StoreContext): SnapshotStore<Session> {
  const { commands, within, keys, isWatched, onTrouble } = store
  const keysOf = (id: string, countsId: string, journalId: string): readonly string[] => [
    keys.rules(id, countsId),
    keys.lines(id, journalId),
    keys.counts(id, journalId),
  ]
  const copying = (from: readonly string[], to: readonly string[]) => {
    const all = commands.multi()
    for (const [n, key] of from.entries()) all.copy(key, to[n]!, 'REPLACE').expire(to[n]!, TTL_SECONDS)
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
      const from = keysOf(sessionId, countsId, journalOf(session).id)
      const taking = copying(from, keysOf(sessionId, id, id))
      const state = stateText(session, session.presentState(), isWatched)
      taking.hset(all, id, state).expire(all, TTL_SECONDS)
      await within(taking.exec())
      return id
    },
    async restore(session, id) {
      const text = await within(commands.hget(keys.snapshots(session.id), id))
      if (text === null) throw noSnapshot(id)
      const [countsId, journalId] = [newInstanceId(), newInstanceId()]
      const to = keysOf(session.id, countsId, journalId)
      await within(copying(keysOf(session.id, id, id), to).exec())
      session.resume(stateOf(session, text, isWatched), countsId)
      journalOf(session).follow(journalId)
    },
    async forget({ id: session }) {
      try {
        const all = keys.snapshots(session)
        const ids = await commands.hkeys(all)
        const copies = ids.flatMap((id) => keysOf(session, id, id))
        if (ids.length > 0) await commands.unlink(all, ...copies)
      } catch (error) {
        // Copies expire on their own.
        onTrouble(error)
      }
    },
  }
}
