/** Snapshots in the store: counts and journals are copied within it. */
import { newInstanceId } from '../../kit/random/random.js'
import { MAX_SNAPSHOTS, noSnapshot, tooManySnapshots } from '../memory-state.js'
import type { Session } from '../session.js'
import type { SnapshotStore } from '../state-store.js'
import { executed, guarded } from './connection.js'
import type { StoreContext } from './context.js'
import { snapshotOf, snapshotText } from './documents.js'
import type { Journals } from './journals.js'
import { TTL_SECONDS } from './keys.js'

const COPIED = ['rules', 'lines', 'counts'] as const

export function createSnapshots(store: StoreContext, journals: Journals): SnapshotStore<Session> {
  const { commands, keys, isWatched, onTrouble } = store
  const originals = ({ id }: Session, countsId: string, journalId: string) => ({
    rules: keys.rules(id, countsId),
    lines: keys.lines(id, journalId),
    counts: keys.counts(id, journalId),
  })
  return {
    async take(session) {
      await journals.gather([session.id])
      const all = keys.snapshots(session.id)
      const taken = await guarded(commands.hlen(all))
      if (taken >= MAX_SNAPSHOTS) throw tooManySnapshots()
      const id = `snapshot-${taken + 1}`
      const from = originals(session, session.state().countsId, journals.of(session.id).id)
      const copying = commands.multi()
      for (const what of COPIED) {
        const copy = keys.copy(session.id, id, what)
        copying.copy(from[what], copy, 'REPLACE').expire(copy, TTL_SECONDS)
      }
      copying.hset(all, id, snapshotText(session, isWatched)).expire(all, TTL_SECONDS)
      await guarded(executed(copying.exec()))
      return id
    },
    async restore(session, id) {
      const text = await guarded(commands.hget(keys.snapshots(session.id), id))
      if (text === null) throw noSnapshot(id)
      const countsId = newInstanceId()
      const journalId = journals.newId()
      const to = originals(session, countsId, journalId)
      const copying = commands.multi()
      for (const what of COPIED)
        copying.copy(keys.copy(session.id, id, what), to[what], 'REPLACE').expire(to[what], TTL_SECONDS)
      await guarded(executed(copying.exec()))
      const { state, clock } = snapshotOf(session, text)
      session.resume(state, clock, countsId)
      journals.of(session.id).follow(journalId)
    },
    async forget({ id: session }) {
      try {
        const all = keys.snapshots(session)
        const ids = await commands.hkeys(all)
        if (ids.length === 0) return
        const copies = ids.flatMap((id) => COPIED.map((what) => keys.copy(session, id, what)))
        await commands.unlink(all, ...copies)
      } catch (error) {
        // Copies expire on their own.
        onTrouble(error)
      }
    },
  }
}
