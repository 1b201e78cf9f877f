/** All sessions of a server: the default one, and those created and ended at run time. */

import { MACHINE_TIME } from '../kit/clock/clock.js'
import { MAX_HELD } from '../kit/clock/held-requests.js'
import { setTimer } from '../kit/clock/timers.js'
import { getOrCreate } from '../kit/maps.js'
import { withoutPortRules } from '../scenario/closed-ports.js'
import type { OverlaySource } from '../scenario/custom-catalogue/source.js'
import { type Overrides, withoutOverridden } from '../scenario/overrides.js'
import { ControlError } from './control-errors.js'
import type { JournalParts } from './journal/journal.js'
import { MemoryJournal } from './journal/memory-journal.js'
import { requireRoom } from './own-data.js'
import { Session, type SessionParts } from './session.js'
import {
  inheritedPrices,
  isSessionId,
  MAX_SESSIONS,
  type SessionOrigin,
  type SessionSettings,
  type SessionSnapshot,
} from './session-settings.js'
import type { SnapshotStore, StateStore } from './state-store.js'

/** Retry interval for ending a session while the shared state is unreachable. */
const RETRY_MS = 1000

/** Settings of a session override those of its scenario. */
function givenBy(change: Partial<SessionSettings>): Overrides {
  return new Set([...Object.keys(change), ...(change.clock === undefined ? [] : ['at'])])
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(
  given: Omit<SessionParts, 'state' | 'held'> & Partial<Pick<SessionParts, 'state'>>,
  start: SessionSettings,
) {
  const state = given.state ?? createMemoryState(given.journals)
  const held = { count: 0, most: MAX_HELD }
  const parts: SessionParts = { ...given, held, state }
  const root = new Session(parts, start)
  const kept = new Map<string, { session: Session; origin: SessionOrigin; cancelEnd(): void }>()
  const end = (id: string): boolean => {
    const ended = kept.get(id)
    if (ended === undefined) return false
    kept.delete(id)
    ended.cancelEnd()
    ended.session.end()
    return true
  }
  const endInTime = (id: string, endsAtMs: number): (() => void) => {
    let cancel = () => {}
    const plan = (afterMs: number): void => {
      const endNow = async () => state.change(id, () => forgetAndEnd(id))
      cancel = setTimer(afterMs, () => void endNow().catch(() => kept.has(id) && plan(RETRY_MS)))
    }
    plan(Math.max(0, endsAtMs - state.time.elapsedMs()))
    return () => cancel()
  }
  const forgetAndEnd = (id: string): boolean => {
    const session = kept.get(id)?.session
    if (session !== undefined) void state.snapshots.forget(session)
    return end(id)
  }
  const list = (): Session[] => [...kept.values()].map(({ session }) => session)
  /** Makes a session that another replica has created. */
  const make = (id: string, origin: SessionOrigin): Session => {
    const { change, endsAtMs } = origin
    const scenario = change.scenario ?? (start.scenario && withoutPortRules(start.scenario))
    const prices = change.prices && new Map([...inheritedPrices(start, change.prices), ...change.prices])
    const session = new Session(parts, {
      ...start,
      splitPorts: false,
      ...change,
      id,
      ...(prices && { prices }),
      ...(scenario && { scenario: withoutOverridden(scenario, givenBy(change)) }),
    })
    const cancelEnd = endsAtMs === undefined ? () => {} : endInTime(id, endsAtMs)
    kept.set(id, { session, origin, cancelEnd })
    return session
  }
  return {
    root,
    start,
    state,
    /** Overlays sources on the server's catalogue; rejects with a UserError for unusable ones. */
    catalogueWith: async (sources: readonly OverlaySource[]) =>
      (await given.catalogueWith?.(sources)) ?? given.catalogue,
    find: (id: string) => kept.get(id)?.session,
    /** Oldest first, without the root. */
    list,
    /** Held requests of all sessions. */
    heldCount: () => held.count,
    originOf: (id: string) => kept.get(id)?.origin,
    /** Lists sessions in this order, that of their creation at any replica. */
    arrange(ids: readonly string[]) {
      for (const id of ids) {
        const one = kept.get(id)
        if (one !== undefined && kept.delete(id)) kept.set(id, one)
      }
    },
    /** Creates a session that differs from the root's start by `change` and ends after `ttlMs` of real time. */
    create(id: string, change: Partial<SessionSettings>, ttlMs?: number): Session {
      if (!isSessionId(id) || id === root.id) throw new ControlError('bad-session-id', 'invalid session id')
      if (kept.has(id)) throw new ControlError('session-exists', `session ${id} already exists`)
      if (kept.size >= MAX_SESSIONS)
        throw new ControlError('too-many-sessions', `there are ${MAX_SESSIONS} sessions already`)
      requireRoom([root, ...list()], { ...change, scenarios: [change.scenario] })
      const createdAtMs = state.time.elapsedMs()
      return make(id, {
        change,
        createdAtMs,
        ...(ttlMs !== undefined && { endsAtMs: createdAtMs + ttlMs }),
      })
    },
    make,
    /** Ends a session and frees its held requests; false for an unknown id. */
    end: forgetAndEnd,
    /** Ends a session that another replica has ended. */
    endHere: end,
    endAll() {
      for (const id of [...kept.keys()]) end(id)
      root.waits.free()
    },
    reset(session: Session) {
      void state.snapshots.forget(session)
      session.reset()
    },
  }
}

export const MAX_SNAPSHOTS = 100

function createMemoryState(journals?: JournalParts): StateStore<Session> {
  let runs = 0
  return {
    time: MACHINE_TIME,
    requireCurrent() {},
    journalOf: (id) => new MemoryJournal(journals, id),
    newRunId: () => String(++runs),
    snapshots: createMemorySnapshots(),
    change: (_id, action) => action(),
    read() {},
    readAll() {},
    heldOf: ({ waits }) => waits.held,
  }
}

function createMemorySnapshots(): SnapshotStore<Session> {
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
