/**
 * Changes of sessions: one replica at a time, each a new version of a document that all others then follow. A call that changes
 * something is answered when every live replica has.
 */
import { newInstanceId } from '../core/random.js'
import type { Session, Sessions } from '../session/session.js'
import { StateLost } from '../session/shared.js'
import { guarded, type StoreConnection } from './connection.js'
import {
  type Document,
  originOf,
  originText,
  runsText,
  scenarioText,
  stateOf,
  stateText,
} from './documents.js'
import type { StoreJournal } from './journal.js'
import type { Keys } from './keys.js'
import { createLocks } from './locks.js'
import { type Log, MOST_MESSAGES } from './log.js'
import type { Membership } from './membership.js'
import type { StoreTime } from './time.js'

export const ROOT = 'root'
/** So many documents are read together. */
const AT_ONCE = 100

export interface ChangesParts {
  readonly connection: StoreConnection
  readonly keys: Keys
  readonly time: StoreTime
  readonly log: Log
  readonly membership: Membership
  readonly sessions: Sessions
  readonly ttlSeconds: number
  readonly isWatched: boolean
  journalOf(id: string): StoreJournal
  /** A session has ended here. */
  onEnd(id: string): void
  onTrouble(error: unknown): void
}

export interface Changes {
  change<Result>(id: string, action: () => Result | Promise<Result>): Promise<Result>
  /** Brings a session to the version that the store has. */
  follow(id: string): Promise<void>
  /** All of them, with those that only one of both has. */
  followAll(): Promise<void>
  /** Forgets which versions are known: the store has lost them. */
  forget(): void
}

/** What is known to be in the store. */
type Held = Document & { readonly version: number; readonly countsId: string }

export function createChanges(parts: ChangesParts): Changes {
  const { connection, keys, time, log, membership, sessions, ttlSeconds, isWatched, journalOf } = parts
  const { commands } = connection
  const locks = createLocks(parts)
  const held = new Map<string, Held>()
  const queues = new Map<string, Promise<unknown>>()
  const find = (id: string): Session | undefined => (id === ROOT ? sessions.root : sessions.find(id))

  const letGo = (id: string): void => {
    held.delete(id)
    if (id === ROOT) return
    sessions.letGo(id)
    parts.onEnd(id)
  }

  const adopt = async (id: string, document: Document & { readonly version: number }): Promise<void> => {
    if (id !== ROOT && (find(id) === undefined || held.get(id)?.origin !== document.origin)) {
      const origin = await originOf(document.origin, sessions)
      // Somebody may have been quicker while its catalogue was made.
      if ((held.get(id)?.version ?? 0) >= document.version) return
      letGo(id)
      sessions.make(id, origin)
    }
    const session = find(id) as Session
    const state = stateOf(session, document)
    held.set(id, { ...document, countsId: state.countsId })
    session.adopt(state)
    journalOf(id).follow(document.journal)
    await session.settled()
  }

  const read = (id: string): Promise<Record<string, string>> => guarded(commands.hgetall(keys.document(id)))
  const follow = async (id: string): Promise<void> => followTo(id, await read(id))
  const followTo = async (id: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const version = Number(fields['version'] ?? 0)
    if (version === 0) return letGo(id)
    if ((held.get(id)?.version ?? 0) >= version) return
    const { origin = '', state = '', scenario = '', runs = '', journal = '' } = fields
    try {
      await adopt(id, { origin, state, scenario, runs, journal, version })
    } catch (error) {
      // What cannot be read is no session; that of others goes on.
      parts.onTrouble(error)
      letGo(id)
    }
  }

  /** What the session is now, as the store would have it. */
  const capture = (id: string, session: Session): Omit<Held, 'version'> => {
    const before = held.get(id)
    const state = session.state()
    const isSame = before?.countsId === state.countsId
    return {
      origin: before?.origin ?? originText(sessions.originOf(id)),
      state: stateText(state),
      scenario: isSame ? before.scenario : scenarioText(session, state, isWatched),
      runs: isSame ? before.runs : runsText(session, state.runs, isWatched),
      journal: journalOf(id).id,
      countsId: state.countsId,
    }
  }

  const write = async (
    id: string,
    version: number,
    fields: readonly string[],
  ): Promise<readonly [id: string, live: readonly string[]]> => {
    const before = held.get(id)?.version ?? 0
    const [isDone, told, live] = (await membership.whileCurrent(
      connection.call(
        'commit',
        [keys.document(id), keys.sessions, keys.log, keys.lock(id), keys.replicas],
        [membership.replica, id, before, version, ttlSeconds, MOST_MESSAGES, newInstanceId(), ...fields],
      ),
    )) as readonly [string, string, readonly string[]]
    if (isDone === '1') return [told, live]
    throw new StateLost(
      'the session was changed by another replica meanwhile',
      'see what it is now, and ask again',
    )
  }

  /** Writes what an action has changed; undefined where that is nothing. */
  const commit = async (id: string) => {
    const session = find(id)
    const before = held.get(id)
    if (session === undefined) {
      if (before === undefined) return undefined
      const written = await write(id, 0, [])
      held.delete(id)
      parts.onEnd(id)
      return written
    }
    const now = capture(id, session)
    const fields = (['origin', 'state', 'scenario', 'runs', 'journal'] as const).filter(
      (field) => before?.[field] !== now[field],
    )
    if (fields.length === 0) return undefined
    // Another session of that id has later versions, too.
    const version = Math.max((before?.version ?? 0) + 1, time.stampUs())
    const written = await write(
      id,
      version,
      fields.flatMap((field) => [field, now[field]]),
    )
    held.set(id, { ...now, version })
    return written
  }

  /** Makes the session what the store has, whatever was done to it here. */
  const undo = async (id: string): Promise<void> => {
    const known = held.get(id)
    if (known === undefined) return letGo(id)
    // Where the store cannot be had it is followed as soon as it can.
    held.set(id, { ...known, version: 0 })
    await membership.whileCurrent(follow(id)).catch(() => {})
  }

  const changeNow = async <Result>(
    id: string,
    action: () => Result | Promise<Result>,
  ): Promise<readonly [Result, readonly [id: string, live: readonly string[]] | undefined]> => {
    const version = await locks.take(id)
    let isLocked = true
    try {
      if (version !== (held.get(id)?.version ?? 0)) await follow(id)
      try {
        const result = await action()
        const written = await commit(id)
        isLocked = written === undefined
        return [result, written]
      } catch (error) {
        await undo(id)
        throw error
      }
    } finally {
      if (isLocked) locks.letGo(id)
    }
  }

  /** Those of which the store has another version, and those that it has no more. */
  const idsBehind = async (): Promise<string[]> => {
    const known = await guarded(commands.zrange(keys.sessions, '0', '-1'))
    const ids = [...new Set([ROOT, ...known, ...sessions.list().map(({ id }) => id)])]
    const asking = commands.pipeline()
    for (const id of ids) asking.hget(keys.document(id), 'version')
    const versions = (await asking.exec()) ?? []
    // Those that have ended by themselves are listed no longer.
    const ended = known.filter((id) => versions[ids.indexOf(id)]?.[1] === null)
    if (ended.length > 0) await guarded(commands.zrem(keys.sessions, ...ended))
    return ids.filter((id, n) => String(held.get(id)?.version ?? null) !== versions[n]?.[1])
  }

  return {
    async change(id, action) {
      membership.requireCurrent()
      const before = queues.get(id)
      const mine = (before ?? Promise.resolve()).then(() => changeNow(id, action))
      const done = mine.catch(() => {})
      queues.set(id, done)
      void done.then(() => {
        if (queues.get(id) === done) queues.delete(id)
      })
      const [result, written] = await mine
      if (written !== undefined) await log.everyoneHas(...written)
      return result
    },
    follow,
    async followAll() {
      // What changes while many are followed is behind again.
      for (let round = 0; round < 2; round++) {
        const behind = await idsBehind()
        for (let at = 0; at < behind.length; at += AT_ONCE) {
          const some = behind.slice(at, at + AT_ONCE)
          const documents = await Promise.all(some.map(read))
          // In their order, which is that in which sessions are listed.
          for (const [n, id] of some.entries()) await followTo(id, documents[n])
        }
        if (behind.length === 0) return
      }
    },
    forget: () => held.clear(),
  }
}
