/** All sessions of a server: the default one, and those created and ended at run time. */

import { MAX_HELD } from '../kit/clock/held-requests.js'
import { setTimer } from '../kit/clock/timers.js'
import { ControlError } from '../kit/errors.js'
import { withoutPortRules } from '../scenario/closed-ports.js'
import { type Overrides, withoutOverridden } from '../scenario/overrides.js'
import { RunningSession } from './create-session.js'
import { inheritedPrices } from './inherited-prices.js'
import { MAX_SESSIONS } from './limits.js'
import { createMemoryState } from './memory-state.js'
import { requireRoom } from './own-data.js'
import type { Session, SessionOrigin, SessionParts, SessionSettings, Sessions } from './session.js'
import { isSessionId } from './session-id.js'

/** Retry interval for ending a session while the shared state is unreachable. */
const RETRY_MS = 1000

/** Settings of a session override those of its scenario. */
function givenBy({ seed, clock, dialect }: Partial<SessionSettings>): Overrides {
  const isSet = clock !== undefined
  return { seed: seed !== undefined, clock: isSet, at: isSet, dialect: dialect !== undefined }
}

interface Kept {
  readonly session: Session
  readonly origin: SessionOrigin
  cancelEnd(): void
}

export function createSessions(
  given: Omit<SessionParts, 'state'> & Partial<SessionParts>,
  start: SessionSettings,
): Sessions {
  const state = given.state ?? createMemoryState(given.journals)
  const parts: SessionParts = { held: { count: 0, most: MAX_HELD }, ...given, state }
  const root = new RunningSession(parts, start)
  const kept = new Map<string, Kept>()
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
      const endNow = async () => state.change(id, () => sessions.end(id))
      cancel = setTimer(afterMs, () => {
        endNow().catch(() => kept.has(id) && plan(RETRY_MS))
      })
    }
    plan(Math.max(0, endsAtMs - state.time.elapsedMs()))
    return () => cancel()
  }
  const sessions: Sessions = {
    root,
    start,
    state,
    catalogueWith: async (sources) => (await given.catalogueWith?.(sources)) ?? given.catalogue,
    find: (id) => kept.get(id)?.session,
    list: () => [...kept.values()].map(({ session }) => session),
    originOf: (id) => kept.get(id)?.origin,
    create(id, change, ttlMs) {
      if (!isSessionId(id) || id === root.id) throw new ControlError('bad-session-id', 'invalid session id')
      if (kept.has(id)) throw new ControlError('session-exists', `session ${id} already exists`)
      if (kept.size >= MAX_SESSIONS)
        throw new ControlError('too-many-sessions', `there are ${MAX_SESSIONS} sessions already`)
      requireRoom([root, ...sessions.list()], { ...change, scenarios: [change.scenario] })
      return sessions.make(id, {
        change,
        ...(ttlMs !== undefined && { endsAtMs: state.time.elapsedMs() + ttlMs }),
      })
    },
    make(id, origin) {
      const { change, endsAtMs } = origin
      const scenario = change.scenario ?? (start.scenario && withoutPortRules(start.scenario))
      const prices = change.prices && new Map([...inheritedPrices(start, change.prices), ...change.prices])
      const session = new RunningSession(parts, {
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
    },
    end(id) {
      const session = kept.get(id)?.session
      if (session !== undefined) void state.shelf.forget(session)
      return end(id)
    },
    letGo: end,
    endAll() {
      for (const id of [...kept.keys()]) end(id)
      root.waits.free()
    },
    reset(session) {
      void state.shelf.forget(session)
      session.reset()
    },
  }
  return sessions
}
