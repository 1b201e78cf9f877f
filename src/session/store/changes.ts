/**
 * Changes of sessions: one replica at a time commits a new version of a document, which all others then apply. A control call
 * that changes a session is answered when every live replica has applied it.
 */
import { newInstanceId } from '../../kit/random/random.js'
import type { Session, Sessions } from '../session.js'
import { isSessionId } from '../session-id.js'
import { StateLostError, UnreadableError } from '../state-store.js'
import { type Broadcast, MAX_MESSAGES } from './broadcast.js'
import { guarded } from './connection.js'
import type { StoreContext } from './context.js'
import {
  DOCUMENT_FIELDS,
  type Document,
  originText,
  runsText,
  scenarioText,
  sessionOriginOf,
  stateOf,
  stateText,
} from './documents.js'
import type { Journals } from './journals.js'
import { TTL_SECONDS } from './keys.js'
import { createLocks } from './locks.js'
import type { Membership } from './membership.js'
import { beginCounts } from './rule-counts.js'
import { UnreadableDocuments } from './unreadable.js'

export const ROOT = 'root'
const BATCH_SIZE = 100

type StoredSession = Document & { readonly version: number; readonly countsId: string }

/** A committed change: the id of its broadcast, and the replicas that must apply it. */
type SaveResult = readonly [id: string, live: readonly string[]]

export type Changes = ReturnType<typeof createChanges>

export function createChanges(
  store: StoreContext,
  membership: Membership,
  broadcast: Broadcast,
  sessions: Sessions,
  journals: Journals,
  onEnd: (id: string) => void,
) {
  const { replica, commands, call, keys, time, isWatched, onTrouble } = store
  const locks = createLocks(store, membership)
  const held = new Map<string, StoredSession>()
  const unreadable = new UnreadableDocuments()
  const queues = new Map<string, Promise<unknown>>()
  const find = (id: string): Session | undefined => (id === ROOT ? sessions.root : sessions.find(id))
  const versionOf = (id: string): number => held.get(id)?.version ?? unreadable.versionOf(id) ?? 0

  const letGo = (id: string): void => {
    held.delete(id)
    unreadable.delete(id)
    if (id === ROOT) return
    sessions.letGo(id)
    onEnd(id)
  }

  const adopt = async (id: string, document: Document & { readonly version: number }): Promise<void> => {
    if (id !== ROOT && (find(id) === undefined || held.get(id)?.origin !== document.origin)) {
      const origin = await sessionOriginOf(document.origin, sessions)
      // A later version may have been adopted while the catalogue was made.
      if (versionOf(id) >= document.version) return
      letGo(id)
      sessions.make(id, origin)
    }
    const session = find(id) as Session
    const state = stateOf(session, document)
    unreadable.delete(id)
    held.set(id, { ...document, countsId: state.countsId })
    session.adopt(state)
    journals.of(id).follow(document.journal)
    await session.settled()
  }

  /** Isolates a session, so that the others go on. A placeholder makes it known here, to be ended or reset. */
  const isolate = (id: string, version: number, error: unknown): void => {
    unreadable.add(id, version, error, onTrouble)
    if (find(id) === undefined) sessions.make(id, { change: {} })
    held.delete(id)
    find(id)?.waits.free()
  }

  const read = async (id: string): Promise<Record<string, string> | undefined> => {
    try {
      return await guarded(commands.hgetall(keys.document(id)))
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      return void isolate(id, versionOf(id), error)
    }
  }
  const follow = async (id: string) => followTo(id, await read(id))
  const followTo = async (
    id: string,
    fields: Readonly<Record<string, string>> | undefined,
  ): Promise<void> => {
    if (fields === undefined || (id !== ROOT && !isSessionId(id))) return
    const version = Number(fields['version'] ?? 0)
    if (version === 0) return letGo(id)
    if (versionOf(id) >= version) return
    const { origin = '', state = '', scenario = '', runs = '', journal = '' } = fields
    try {
      await adopt(id, { origin, state, scenario, runs, journal, version })
    } catch (error) {
      if (error instanceof StateLostError && !(error instanceof UnreadableError)) throw error
      isolate(id, version, error)
    }
  }

  const capture = (id: string, session: Session): Omit<StoredSession, 'version'> => {
    const before = held.get(id)
    const state = session.state()
    const isSame = before?.countsId === state.countsId
    return {
      origin: before?.origin ?? originText(sessions.originOf(id)),
      state: stateText(state),
      scenario: isSame ? before.scenario : scenarioText(session, state, isWatched),
      runs: isSame ? before.runs : runsText(session, state.runs, isWatched),
      journal: journals.of(id).id,
      countsId: state.countsId,
    }
  }

  const write = async (id: string, version: number, fields: readonly string[]): Promise<SaveResult> => {
    const [isDone, changeId, live] = (await membership.whileCurrent(
      call(
        'commit',
        [keys.document(id), keys.sessions, keys.log, keys.lock(id), keys.replicas],
        [replica, id, versionOf(id), version, TTL_SECONDS, MAX_MESSAGES, newInstanceId(), ...fields],
      ),
    )) as readonly [string, string, readonly string[]]
    if (isDone === '1') return [changeId, live]
    throw new StateLostError('another replica changed the session concurrently', 'read its state, then retry')
  }

  const commit = async (id: string): Promise<SaveResult | undefined> => {
    const session = find(id)
    const before = held.get(id)
    if (session === undefined) {
      if (versionOf(id) === 0) return undefined
      const written = await write(id, 0, [])
      held.delete(id)
      unreadable.delete(id)
      onEnd(id)
      return written
    }
    const now = capture(id, session)
    const changed = DOCUMENT_FIELDS.filter((field) => before?.[field] !== now[field])
    if (changed.length === 0) return undefined
    // A new session must have later versions than an ended one of the same id.
    const version = Math.max(versionOf(id) + 1, time.stampUs())
    // Rules whose counts are missing later have lost them, see the function `decide`.
    if (now.countsId !== '' && before?.countsId !== now.countsId)
      await beginCounts(store, membership, id, now.countsId)
    const written = await write(
      id,
      version,
      changed.flatMap((field) => [field, now[field]]),
    )
    held.set(id, { ...now, version })
    unreadable.delete(id)
    return written
  }

  /** Reverts a session to its document in the store, discarding all changes made here. */
  const undo = async (id: string): Promise<void> => {
    const known = held.get(id)
    if (known === undefined) return unreadable.has(id) ? undefined : letGo(id)
    // Version 0 is applied again once the store is reachable.
    held.set(id, { ...known, version: 0 })
    await membership.whileCurrent(follow(id)).catch(() => {})
  }

  const changeNow = async <Result>(
    id: string,
    action: () => Result | Promise<Result>,
  ): Promise<readonly [Result, SaveResult | undefined]> => {
    const version = await locks.acquire(id)
    let isLocked = true
    try {
      if (version !== versionOf(id)) await follow(id)
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
      if (isLocked) locks.release(id)
    }
  }

  /** Sessions whose version differs in the store, or that only one side has. */
  const idsBehind = async (): Promise<string[]> => {
    const known = await guarded(commands.zrange(keys.sessions, '0', '-1'))
    const ids = [...new Set([ROOT, ...known, ...sessions.list().map(({ id }) => id)])]
    const asking = commands.pipeline()
    for (const id of ids) asking.hget(keys.document(id), 'version')
    const versions = (await asking.exec()) ?? []
    // Documents that have expired are still listed.
    const ended = known.filter((id) => versions[ids.indexOf(id)]?.[1] === null)
    if (ended.length > 0) await guarded(commands.zrem(keys.sessions, ...ended))
    return ids.filter((id, n) => String(versionOf(id) || null) !== versions[n]?.[1])
  }

  return {
    /** Changes, creates or ends a session; resolves when every live replica has applied it. */
    async change<Result>(id: string, action: () => Result | Promise<Result>): Promise<Result> {
      membership.requireCurrent()
      const before = queues.get(id) ?? Promise.resolve()
      const mine = before.then(() => changeNow(id, action))
      const done = mine.catch(() => {})
      queues.set(id, done)
      void done.then(() => {
        if (queues.get(id) === done) queues.delete(id)
      })
      const [result, written] = await mine
      if (written !== undefined) await broadcast.everyoneHas(...written)
      return result
    },
    follow,
    async followAll(): Promise<void> {
      // Sessions that change during the first round need another.
      for (let round = 0; round < 2; round++) {
        const behind = await idsBehind()
        for (let at = 0; at < behind.length; at += BATCH_SIZE) {
          const some = behind.slice(at, at + BATCH_SIZE)
          const documents = await Promise.all(some.map(read))
          for (const [n, id] of some.entries()) await followTo(id, documents[n])
        }
        if (behind.length === 0) return
      }
    },
    /** Forgets the known versions: the store has lost its data. */
    forget(): void {
      held.clear()
      unreadable.clear()
    },
    requireReadable: (id: string): void => unreadable.requireReadable(id),
    /** Whether the store has the counts of a session's rules by that name. */
    hasCounts: (id: string, countsId: string): boolean => held.get(id)?.countsId === countsId,
  }
}
