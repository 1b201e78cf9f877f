/** All sessions of a server: the one that it has of its own, and those that are made and ended while it runs. */
import { later } from '../clock/timers.js'
import { MOST_HELD } from '../clock/waits.js'
import { ControlError } from '../core/errors.js'
import { withoutPortRules } from '../scenario/closed-ports.js'
import { type Overrides, withoutOverridden } from '../scenario/overrides.js'
import { createSession } from './create-session.js'
import { inheritedPrices } from './own-prices.js'
import type { Session, SessionParts, SessionStart, Sessions, Snapshot } from './session.js'

export const MOST_SESSIONS = 10_000
export const MOST_SNAPSHOTS = 100
const ID = /^[A-Za-z0-9_-]{1,64}$/

/** What is said of a session itself comes before what its scenario says. */
function givenBy({ seed, clock, dialect }: Partial<SessionStart>): Overrides {
  const isSet = clock !== undefined
  return { seed: seed !== undefined, clock: isSet, at: isSet, dialect: dialect !== undefined }
}

interface Kept {
  readonly session: Session
  readonly cancelEnd: () => void
}

export function createSessions(given: SessionParts, start: SessionStart): Sessions {
  const parts: SessionParts = { held: { count: 0, most: MOST_HELD }, ...given }
  const root = createSession(parts, start)
  const kept = new Map<string, Kept>()
  const snapshots = new WeakMap<Session, Map<string, Snapshot>>()
  const snapshotsOf = (session: Session): Map<string, Snapshot> => {
    const known = snapshots.get(session) ?? new Map<string, Snapshot>()
    snapshots.set(session, known)
    return known
  }
  const forgetSnapshots = (session: Session): void => {
    for (const { journal } of snapshotsOf(session).values()) journal.lines.release()
    snapshots.delete(session)
  }
  const end = (id: string): boolean => {
    const ended = kept.get(id)
    if (ended === undefined) return false
    kept.delete(id)
    ended.cancelEnd()
    forgetSnapshots(ended.session)
    ended.session.end()
    return true
  }
  return {
    root,
    start,
    catalogueWith: async (sources) => (await given.catalogueWith?.(sources)) ?? given.catalogue,
    find: (id) => kept.get(id)?.session,
    list: () => [...kept.values()].map(({ session }) => session),
    create(id, change, ttlMs) {
      if (!ID.test(id))
        throw new ControlError(
          400,
          'bad-session-id',
          'the session id is not usable',
          'write up to 64 letters, digits, _ or -',
        )
      if (kept.has(id))
        throw new ControlError(
          409,
          'session-exists',
          `there is a session ${id} already`,
          'end it first, or write another id',
        )
      if (kept.size >= MOST_SESSIONS)
        throw new ControlError(
          429,
          'too-many-sessions',
          `there are ${MOST_SESSIONS} sessions already`,
          'end some, or give them a ttl',
        )
      const scenario = change.scenario ?? (start.scenario && withoutPortRules(start.scenario))
      const prices = change.prices && new Map([...inheritedPrices(start, change.prices), ...change.prices])
      const session = createSession(parts, {
        ...start,
        splitPorts: false,
        ...change,
        id,
        ...(prices && { prices }),
        ...(scenario && { scenario: withoutOverridden(scenario, givenBy(change)) }),
      })
      kept.set(id, { session, cancelEnd: ttlMs === undefined ? () => {} : later(ttlMs, () => end(id)) })
      return session
    },
    end,
    endAll() {
      for (const id of [...kept.keys()]) end(id)
      root.waits.free()
    },
    takeSnapshot(session) {
      const all = snapshotsOf(session)
      if (all.size >= MOST_SNAPSHOTS)
        throw new ControlError(
          429,
          'too-many-snapshots',
          `there are ${MOST_SNAPSHOTS} snapshots already`,
          'use a session of its own for each test',
        )
      const id = `snapshot-${all.size + 1}`
      all.set(id, session.snapshot())
      return id
    },
    restoreSnapshot(session, id) {
      const snapshot = snapshotsOf(session).get(id)
      if (snapshot === undefined)
        throw new ControlError(
          404,
          'no-such-snapshot',
          `there is no snapshot ${id.slice(0, 40)} here`,
          'take one with POST snapshots',
        )
      session.restore(snapshot)
    },
    reset(session) {
      forgetSnapshots(session)
      session.reset()
    },
  }
}
