import { MACHINE_TIME } from '../kit/clock/time-source.js'
import { ControlError } from '../kit/errors.js'
import { getOrCreate } from '../kit/maps.js'
import type { JournalParts } from './journal/create-parts.js'
import { MemoryJournal } from './journal/memory-journal.js'
import type { Session, SessionSnapshot } from './session.js'
import type { SnapshotStore, StateStore } from './state-store.js'

export const MAX_SNAPSHOTS = 100

export function createMemoryState(journals?: JournalParts): StateStore<Session> {
  let runs = 0
  return {
    time: MACHINE_TIME,
    requireCurrent() {},
    journalOf: (id) => new MemoryJournal(journals, id),
    newRunId: () => String(++runs),
    countsOf: () => undefined,
    shelf: createMemoryShelf(),
    change: (_id, action) => action(),
    gather() {},
    heldOf: ({ waits }) => waits.held,
  }
}

function createMemoryShelf(): SnapshotStore<Session> {
  const snapshots = new WeakMap<Session, Map<string, SessionSnapshot>>()
  const snapshotsOf = (session: Session) =>
    getOrCreate(snapshots, session, () => new Map<string, SessionSnapshot>())
  return {
    take(session) {
      const all = snapshotsOf(session)
      if (all.size >= MAX_SNAPSHOTS) throw tooManySnapshots()
      const id = `snapshot-${all.size + 1}`
      all.set(id, session.snapshot())
      return id
    },
    restore(session, id) {
      const snapshot = snapshotsOf(session).get(id)
      if (snapshot === undefined) throw noSnapshot(id)
      session.restore(snapshot)
    },
    forget(session) {
      for (const { journal } of snapshotsOf(session).values()) journal.lines.release()
      snapshots.delete(session)
    },
  }
}

export function tooManySnapshots(): ControlError {
  return new ControlError('too-many-snapshots', `there are ${MAX_SNAPSHOTS} snapshots already`)
}

export function noSnapshot(id: string): ControlError {
  return new ControlError('no-such-snapshot', `this session has no snapshot ${id.slice(0, 40)}`)
}
