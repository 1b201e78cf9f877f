/** All journals of a replica: written a few ms after their lines were added, and by all replicas before any of them is read. */
import { setTimer } from '../../kit/clock/timers.js'
import type { JournalParts } from '../journal/create-parts.js'
import { StateLostError, UnreadableError } from '../state-store.js'
import type { Ack, Broadcast } from './broadcast.js'
import { guarded, pairsOf } from './connection.js'
import type { StoreContext } from './context.js'
import { newJournalId, StoreJournal } from './journal.js'
import type { Membership } from './membership.js'
import { readAs, storedHeld } from './schemas.js'

const REFUSED = new StateLostError('the store rejects writes', 'see the log')
const WRITE_MS = 5
const RETRY_MS = 250

export type Journals = ReturnType<typeof createJournals>

export function createJournals(
  store: StoreContext,
  membership: Membership,
  broadcast: Broadcast,
  shared: JournalParts,
  onUsed: (sessionId: string) => void,
) {
  const { commands, keys, time, onTrouble } = store
  const all = new Map<string, StoreJournal>()
  const news = new Set<StoreJournal>()
  let isPlanned = false
  let collecting: Promise<number> | undefined
  let next: Promise<number> | undefined
  /** The number of requests that each other replica held at the last collection, by session. */
  let held: readonly Readonly<Record<string, number>>[] = []

  const plan = (ms: number): void => {
    if (isPlanned) return
    isPlanned = true
    setTimer(ms, () => {
      isPlanned = false
      writeAll().catch((error: unknown) => {
        if (!(error instanceof StateLostError)) onTrouble(error)
      })
    })
  }

  /** A journal that cannot be read or written keeps its session from answering, and no other. */
  const isolating = async (journal: StoreJournal, work: () => void | Promise<void>): Promise<void> => {
    const { id } = journal
    try {
      await work()
      journal.unreadable = undefined
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      if (journal.id !== id) return
      if (journal.unreadable === undefined) onTrouble(error.of(journal.sessionId))
      journal.unreadable = error
    }
  }

  const writeAll = async (): Promise<void> => {
    const some = [...news]
    const done = await Promise.allSettled(some.map((journal) => isolating(journal, () => journal.write())))
    const failed = done.filter((one) => one.status === 'rejected')
    // Until its last batch is written, writes that start meanwhile must wait for it.
    for (const journal of some)
      if (!journal.hasNews || all.get(journal.sessionId) !== journal) news.delete(journal)
    const isRefused = failed.length > 0 || some.some(({ unreadable }) => unreadable !== undefined)
    if (news.size > 0) plan(isRefused ? RETRY_MS : WRITE_MS)
    const [first] = failed
    const why: unknown = first?.reason
    // Requests that cannot be journalled are not answered.
    if (some.length > 0)
      membership.setRefused(why === undefined || why instanceof StateLostError ? why : REFUSED)
    if (first !== undefined) throw first.reason
  }

  const collectNow = async (): Promise<number> => {
    const [acks] = await Promise.all([broadcast.collect(), membership.whileCurrent(writeAll())])
    held = acks.map(heldIn)
    return Math.max(time.stampUs(), ...acks.flatMap(({ atUs }) => (Number.isSafeInteger(atUs) ? atUs : [])))
  }
  /** Has all replicas write; resolves with the stamp up to which they have. Calls during a collection share the next one. */
  const collect = (): Promise<number> => {
    if (collecting === undefined) {
      collecting = collectNow().finally(() => {
        collecting = undefined
      })
      return collecting
    }
    next ??= collecting
      .catch(() => {})
      .then(() => {
        next = undefined
        return collect()
      })
    return next
  }

  /** The journals of sessions, without those that have ended meanwhile. */
  const known = (ids: readonly string[]): StoreJournal[] => ids.flatMap((id) => all.get(id) ?? [])

  /** Reads journals once all replicas have written theirs. */
  const gather = async (ids: readonly string[]): Promise<void> => {
    const sealUs = await collect()
    await Promise.all(
      known(ids).map(async (journal) => {
        await isolating(journal, () => journal.read(sealUs))
        const gone = await guarded(commands.zrangebyscore(keys.gone, journal.beganMs, '+inf', 'WITHSCORES'))
        journal.lost = pairsOf(gone).map(([replica, sinceMs]) => ({ replica, sinceMs }))
      }),
    )
  }

  const owner = {
    store,
    membership,
    shared,
    onNews(journal: StoreJournal) {
      news.add(journal)
      onUsed(journal.sessionId)
      plan(WRITE_MS)
    },
    gather: ({ sessionId }: StoreJournal) => gather([sessionId]),
  }

  return {
    make(id: string): StoreJournal {
      const made = new StoreJournal(id, owner)
      all.set(id, made)
      return made
    },
    of(id: string): StoreJournal {
      const journal = all.get(id)
      if (journal === undefined) throw new Error(`no journal of ${id}`)
      return journal
    },
    newId: (): string => newJournalId(time),
    end(id: string): void {
      const ended = all.get(id)
      if (ended !== undefined) news.delete(ended)
      all.delete(id)
    },
    writeAll,
    gather,
    async gatherCounts(ids: readonly string[]): Promise<void> {
      await collect()
      const journals = known(ids)
      // A journal that is cleared meanwhile has another view.
      const views = journals.map(({ view }) => view)
      const asking = commands.pipeline()
      for (const { keys } of journals) asking.hgetall(keys[1])
      const replies = (await membership.whileCurrent(asking.exec())) ?? []
      for (const [n, [error, fields]] of replies.entries()) {
        await isolating(journals[n], async () => {
          if (error !== null) await guarded(Promise.reject(error))
          views[n].takeCounts(fields as Record<string, string>)
        })
      }
    },
    /** Throws while the session's journal cannot be read or written. */
    requireReadable(id: string): void {
      const why = all.get(id)?.unreadable
      if (why !== undefined) throw why
    },
    heldElsewhere: (id: string): number => held.reduce((sum, of) => sum + (of[id] ?? 0), 0),
    get backlog(): number {
      let lines = 0
      for (const journal of news) lines += journal.backlog
      return lines
    },
  }
}

/** A count for display: what cannot be read counts as none. */
function heldIn({ said }: Ack): Readonly<Record<string, number>> {
  try {
    return readAs(storedHeld, 'held', () => JSON.parse(said['held'] ?? '{}'))
  } catch {
    return {}
  }
}
