/**
 * Sessions as caches of documents in the store. Each use names the known version. A change is a compare-and-set of the version, and runs
 * again on the newer document after a conflict.
 */

import { processMs } from '../../kit/clock/timers.js'
import { newInstanceId } from '../../kit/random/random.js'
import { ControlError } from '../control-errors.js'
import type { Session } from '../session.js'
import { isSessionId, MAX_SESSIONS } from '../session-settings.js'
import type { Sessions } from '../sessions.js'
import { StateLostError, UnreadableError } from '../state-errors.js'
import type { StoreContext } from './connection.js'
import { originText, sessionOriginOf, stateOf, stateText } from './documents.js'
import { journalOf } from './journal.js'
import { ROOT } from './keys.js'

/** Bounds the repetitions of a call while others change the session. */
export const MAX_TRIES = 100

interface Known {
  /** Empty after a change that failed: the next look reads the document again. */
  readonly version: string
  /** Text of the document; undefined if it cannot be read. */
  readonly origin?: string
  /** Why this version cannot be read: the session answers 503 until there is another one. */
  readonly why?: UnreadableError
}

export type SharedSessions = ReturnType<typeof createSharedSessions>

/** `enter` rejects with a StateLostError where other replicas own the store: they were started differently. */
export function createSharedSessions(
  store: StoreContext,
  sessions: () => Sessions,
  enter: () => Promise<unknown>,
) {
  const { ask, within, commands, keys, time, isWatched, onTrouble } = store
  const known = new Map<string, Known>()
  /** The last work of each session, until it is done. */
  const queues = new Map<string, Promise<unknown>>()
  const find = (id: string): Session | undefined => (id === ROOT ? sessions().root : sessions().find(id))
  const versionOf = (id: string): string => known.get(id)?.version ?? ''

  /** Runs work on one session after the other. */
  const serial = <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const mine = (queues.get(id) ?? Promise.resolve()).then(work)
    const done = mine
      .catch(() => {})
      .then(() => {
        if (queues.get(id) === done) queues.delete(id)
      })
    queues.set(id, done)
    return mine
  }

  const endHere = (id: string): void => {
    known.delete(id)
    sessions().endHere(id)
  }

  const adopt = async (id: string, version: string, origin: string, state: string): Promise<void> => {
    if (id !== ROOT && (find(id) === undefined || known.get(id)?.origin !== origin)) {
      const made = await sessionOriginOf(origin, sessions())
      endHere(id)
      sessions().make(id, made)
    }
    const session = find(id) as Session
    const adopted = stateOf(session, state, isWatched)
    known.set(id, { version, origin })
    session.adopt(adopted)
    journalOf(session).follow(adopted.journal)
    await session.settled()
  }

  /** Isolates a session, so that the others go on. A placeholder makes it known here, to be ended or reset. */
  const isolate = (id: string, error: unknown, version = versionOf(id)): void => {
    if (error instanceof StateLostError && !(error instanceof UnreadableError)) throw error
    const why = error instanceof UnreadableError ? error : new UnreadableError('document', String(error))
    const before = known.get(id)
    const isReported = before?.version === version || before?.why?.detail === why.detail
    if (before?.why === undefined || !isReported) onTrouble(why.of(id))
    if (find(id) === undefined) sessions().make(id, { change: {} })
    known.set(id, { version, why })
    find(id)?.waits.free()
  }

  const followNow = async (id: string): Promise<void> => {
    if (id !== ROOT && !isSessionId(id)) return
    let version = versionOf(id)
    try {
      const sentMs = processMs()
      const reply = await ask('look', [keys.document(id), keys.time], [version, time.elapsedMs()])
      const [ms, ahead, newest, origin, state] = reply as [string, string, string, string, string]
      time.learn(sentMs, Number(ms), Number(ahead))
      if (newest === version && version !== '') return
      // The store may have lost its data, or found this replica silent, and others may have begun there since.
      await enter()
      version = newest
      if (version !== '') return await adopt(id, version, origin, state)
    } catch (error) {
      return isolate(id, error, version)
    }
    if (id === ROOT) await begin()
    else if (find(id) !== undefined) endHere(id)
  }

  /** Writes the initial state of the default session, which the store does not have, or no longer. */
  const begin = async (): Promise<void> => {
    if (known.has(ROOT)) {
      onTrouble(
        new Error(
          'the store has lost its data: all sessions have ended, and the server is back in its initial state',
        ),
      )
      for (const { id } of sessions().list()) endHere(id)
      known.delete(ROOT)
      sessions().root.reset()
    }
    if (!(await commit(ROOT))) await followNow(ROOT)
  }

  /** All keys whose time to live a change renews; a request renews those that it uses. */
  const keysOf = (session: Session): readonly string[] => {
    const { id, countsId, runs } = session
    const rules = [countsId, ...runs.map((run) => run.countsId)].map((one) => keys.rules(id, one))
    return [keys.document(id), rules[0]!, ...journalOf(session).keys, ...new Set(rules.slice(1))]
  }

  /** Ends a session or writes its next version, and deletes keys `before` that are unused then; false if the store has another version. */
  const commit = async (id: string, before: readonly string[] = []): Promise<boolean> => {
    const session = find(id)
    const read = known.get(id)
    const version = versionOf(id)
    if (session === undefined) {
      const used = new Set([keys.document(id), ...before])
      if ((await ask('finish', [...used], [version, keys.changed, id])) === null) return false
      endHere(id)
      await within(commands.zrem(keys.sessions, id))
      return true
    }
    const origin = read?.origin ?? originText(sessions().originOf(id))
    const state = stateText(session, session.state(), isWatched)
    const used = keysOf(session)
    const unused = before.filter((key) => !used.includes(key))
    const args = [version, newInstanceId(), keys.changed, id, unused.length, state]
    if (read?.origin === undefined) args.push('origin', origin)
    const [following] = await Promise.all([
      ask('commit', [...used, ...unused], args),
      id !== ROOT && within(commands.zadd(keys.sessions, 'NX', time.elapsedMs(), id)),
    ])
    if (following === null) return false
    known.set(id, { version: String(following), origin })
    return true
  }

  /** Discards what was changed here. */
  const undo = (id: string): void => {
    const before = known.get(id)
    if (before !== undefined) known.set(id, { ...before, version: '' })
    else if (id !== ROOT) endHere(id)
  }

  /** Changes what is known first, as calls read a session before they change it; anew on the newest version if that fails. */
  const changeNow = async <Result>(id: string, action: () => Result | Promise<Result>): Promise<Result> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const tried = tries === 0 && known.get(id)?.why === undefined ? versionOf(id) : ''
      if (tried === '') await followNow(id)
      if (find(id) === undefined && (await within(commands.zcard(keys.sessions))) >= MAX_SESSIONS)
        throw new ControlError('too-many-sessions', `there are ${MAX_SESSIONS} sessions already`)
      const found = find(id)
      const before = found && keysOf(found)
      try {
        const result = await action()
        if (await commit(id, before)) return result
        undo(id)
      } catch (error) {
        undo(id)
        await followNow(id).catch(() => {})
        if (tried === '' || tried === versionOf(id)) throw error
      }
    }
    throw new StateLostError('other replicas change the session too fast for this one', 'retry')
  }

  /** Reads the newest version, unless that is `version` and known. */
  const follow = (id: string, version?: string): Promise<void> =>
    serial(id, async () => void ((version && version === versionOf(id)) || (await followNow(id))))

  const requireReadable = (id: string): void => {
    const why = known.get(id)?.why
    if (why !== undefined) throw why
  }

  return {
    find,
    versionOf,
    follow,
    /** Follows all sessions; ends those that have expired. */
    async followAll(): Promise<void> {
      const listed = await within(commands.zrange(keys.sessions, '0', '-1'))
      const here = sessions().list()
      const ids = new Set([ROOT, ...listed, ...here.map(({ id }) => id)])
      await Promise.all([...ids].map((id) => follow(id)))
      const expired = listed.filter((id) => find(id) === undefined)
      if (expired.length > 0) await within(commands.zrem(keys.sessions, ...expired))
      sessions().arrange(listed)
    },
    /** Changes, creates or ends a session. */
    change: <Result>(id: string, action: () => Result | Promise<Result>): Promise<Result> =>
      serial(id, () => changeNow(id, action)),
    /** Resolves when nothing is read or changed here; rejects for a session that cannot be read. */
    async settled(id: string): Promise<void> {
      while (queues.has(id)) await queues.get(id)
      if (known.get(id)?.why !== undefined) await follow(id)
      requireReadable(id)
    },
    requireReadable,
    isolate,
    keysOf,
  }
}
