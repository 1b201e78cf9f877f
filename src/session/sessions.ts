/** All sessions of a server: the one that it has of its own, and those that are made and ended while it runs. */
import { later } from '../clock/later.js'
import { ControlError } from '../core/errors.js'
import { createTally, type Tally } from '../metrics/tally.js'
import { withoutPortRules } from '../scenario/closed-ports.js'
import { type Overrides, withoutOverridden } from '../scenario/overrides.js'
import { createSession, type Session, type SessionOptions, type Snapshot } from './session.js'

const MOST_SESSIONS = 10_000
const MOST_SNAPSHOTS = 100
const ID = /^[A-Za-z0-9_-]{1,64}$/

/** Who is to know of every session and of every change of one before whoever asked for it is answered. */
export interface Follower {
  /** The first one is the server's own. */
  made(session: Session): void
  ended(session: Session): void
  /** Resolves when all that was said so far is known. */
  settled(): Promise<void>
  /** What other processes that serve these sessions hold. */
  elsewhere(): Elsewhere
}

export interface Elsewhere {
  /** Requests held now. */
  readonly held: number
  /** Resident memory of each process. */
  readonly residentBytes: readonly number[]
}

const NOWHERE_ELSE: Elsewhere = { held: 0, residentBytes: [] }

export interface Sessions {
  readonly root: Session
  /** What every session starts from where nothing else is said. */
  readonly start: SessionOptions
  /** What all of them were asked, also those that have ended. */
  readonly tally: Tally
  /** A session made by `create`, not ended since. */
  find(id: string): Session | undefined
  /** All that were made and not ended, oldest first. */
  list(): Session[]
  /** Makes one that differs from the root's start by what is given, ended by itself `ttlMs` of real time later. */
  create(id: string, change: Partial<SessionOptions>, ttlMs?: number): Session
  /** Ends it and frees its held requests; false where there is none. */
  end(id: string): boolean
  endAll(): void
  takeSnapshot(session: Session): string
  restoreSnapshot(session: Session, id: string): void
  /** Back to how the session was created, its snapshots forgotten. */
  reset(session: Session): void
  /** Resolves when whoever follows the sessions knows of every change so far. */
  settled(): Promise<void>
  elsewhere(): Elsewhere
}

/** What is said of a session itself comes before what its scenario says. */
function givenBy({ seed, clock, dialect }: Partial<SessionOptions>): Overrides {
  const isSet = clock !== undefined
  return { seed: seed !== undefined, clock: isSet, at: isSet, dialect: dialect !== undefined }
}

interface Kept {
  readonly session: Session
  readonly callOff: () => void
}

export function createSessions(given: SessionOptions, follower?: Follower): Sessions {
  const { tally = createTally() } = given
  const options = { ...given, tally }
  const root = createSession(options)
  follower?.made(root)
  const kept = new Map<string, Kept>()
  const snapshots = new WeakMap<Session, Map<string, Snapshot>>()
  const snapshotsOf = (session: Session): Map<string, Snapshot> => {
    const known = snapshots.get(session) ?? new Map<string, Snapshot>()
    snapshots.set(session, known)
    return known
  }
  const end = (id: string): boolean => {
    const ended = kept.get(id)
    if (ended === undefined) return false
    kept.delete(id)
    ended.callOff()
    ended.session.waits.free()
    follower?.ended(ended.session)
    return true
  }
  return {
    root,
    start: options,
    tally,
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
      const scenario = change.scenario ?? (options.scenario && withoutPortRules(options.scenario))
      const session = createSession({
        ...options,
        splitPorts: false,
        ...change,
        id,
        ...(scenario && { scenario: withoutOverridden(scenario, givenBy(change)) }),
      })
      kept.set(id, { session, callOff: ttlMs === undefined ? () => {} : later(ttlMs, () => end(id)) })
      follower?.made(session)
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
      snapshots.delete(session)
      session.reset()
    },
    settled: async () => follower?.settled(),
    elsewhere: () => follower?.elsewhere() ?? NOWHERE_ELSE,
  }
}
