/** All journals of a replica: what was taken down is written a few ms later, and handed over before anybody reads. */
import { later, processMs } from '../clock/timers.js'
import { newInstanceId } from '../core/random.js'
import type { JournalParts } from '../journal/parts.js'
import { StateLost } from '../session/shared.js'
import { guarded, type StoreConnection } from './connection.js'
import { StoreJournal, type StoreJournalParts } from './journal.js'
import type { Gathering } from './journal-view.js'
import type { Keys } from './keys.js'
import type { Log } from './log.js'
import type { Membership } from './membership.js'
import { pairsOf } from './replicas.js'
import type { StoreTime } from './time.js'

export interface JournalsParts {
  readonly replica: string
  readonly connection: StoreConnection
  readonly keys: Keys
  readonly time: StoreTime
  readonly membership: Membership
  readonly log: Log
  readonly ttlSeconds: number
  readonly journals: JournalParts
  /** Something was taken down for a session. */
  onUsed(id: string): void
  onTrouble(error: unknown): void
}

export interface Journals {
  /** Makes that of a session that is being made. */
  make(id: string): StoreJournal
  of(id: string): StoreJournal
  /** For one that begins. */
  newId(): string
  end(id: string): void
  /** Writes all that was taken down until now. */
  writeAll(): Promise<void>
  /** Has every replica hand over, and reads what came of it. */
  gather(ids: readonly string[]): Promise<void>
  gatherCounts(ids: readonly string[]): Promise<void>
  readonly backlog: number
  /** How many requests of a session the others held when they handed over last. */
  heldElsewhere(id: string): number
}

const REFUSED = new StateLost('the store refuses what is to be written', 'see the log')
const WRITE_MS = 5
const RETRY_MS = 250
const KEPT_LINES = 10_000

export function createJournals(parts: JournalsParts): Journals {
  const { replica, connection, keys, time, membership, log, ttlSeconds } = parts
  const all = new Map<string, StoreJournal>()
  const news = new Set<StoreJournal>()
  let isPlanned = false
  let handingOver: Promise<number> | undefined
  let next: Promise<number> | undefined
  /** What each other replica held when it handed over last. */
  let held: readonly Readonly<Record<string, number>>[] = []
  const reading = new Map<StoreJournal, Promise<void>>()

  const plan = (ms: number): void => {
    if (isPlanned) return
    isPlanned = true
    later(ms, () => {
      isPlanned = false
      writeAll().catch((error: unknown) => {
        if (!(error instanceof StateLost)) parts.onTrouble(error)
      })
    })
  }

  const writeAll = async (): Promise<void> => {
    const some = [...news]
    news.clear()
    const done = await Promise.allSettled(some.map((journal) => journal.write()))
    const failed = done.filter((one) => one.status === 'rejected')
    for (const journal of some)
      if (journal.hasNews && all.get(journal.sessionId) === journal) news.add(journal)
    if (news.size > 0) plan(failed.length > 0 ? RETRY_MS : WRITE_MS)
    const [first] = failed
    const why: unknown = first?.reason
    // What cannot be taken down is not answered.
    if (some.length > 0) membership.setRefused(why === undefined || why instanceof StateLost ? why : REFUSED)
    if (first !== undefined) throw first.reason
  }

  /** The stamp up to which all replicas have handed over. Who asks meanwhile gets the next one. */
  const handOver = (): Promise<number> => {
    const run = async (): Promise<number> => {
      const [acks] = await Promise.all([log.tell({}), membership.whileCurrent(writeAll())])
      held = acks.map(({ said }) => JSON.parse(said['held'] ?? '{}'))
      return Math.max(time.stampUs(), ...acks.map(({ atUs }) => atUs))
    }
    if (handingOver === undefined) {
      handingOver = run().finally(() => {
        handingOver = undefined
      })
      return handingOver
    }
    next ??= handingOver
      .catch(() => {})
      .then(() => {
        next = undefined
        return handOver()
      })
    return next
  }

  const keysOf = (journal: StoreJournal) => [
    keys.lines(journal.sessionId, journal.id),
    keys.counts(journal.sessionId, journal.id),
  ]

  const readOnce = async (journal: StoreJournal, sealUs: number): Promise<void> => {
    // Read anew at most once: what is gone then is gone for everybody.
    for (let tries = 0; tries < 2; tries++) {
      const { id } = journal
      const gathering = (await membership.whileCurrent(
        connection.call('gather', keysOf(journal), [sealUs, journal.view.lastEntry]),
      )) as Gathering
      if (journal.id !== id || journal.take(gathering)) return
    }
  }
  /** One after the other: each goes on where the last has ended. */
  const read = (journal: StoreJournal, sealUs: number): Promise<void> => {
    const before = reading.get(journal) ?? Promise.resolve()
    const mine = before.catch(() => {}).then(() => readOnce(journal, sealUs))
    reading.set(journal, mine)
    const forget = () => {
      if (reading.get(journal) === mine) reading.delete(journal)
    }
    mine.then(forget, forget)
    return mine
  }

  const of = (id: string): StoreJournal => {
    const known = all.get(id)
    if (known === undefined) throw new Error(`there is no journal of ${id}`)
    return known
  }

  /** Begins with when it was made, see `beganMs`. */
  const newId = () => `${Math.floor(time.wallMs())}.${newInstanceId()}`

  const journalParts: StoreJournalParts = {
    replica,
    journals: parts.journals,
    newJournalId: newId,
    stampUs: () => time.stampUs(),
    onWritten(journal) {
      news.add(journal)
      parts.onUsed(journal.sessionId)
      plan(WRITE_MS)
    },
    async write(journal, number, lines, changes, text, counts) {
      const sentMs = processMs()
      const told = await connection.call(
        'take',
        [keys.lines(journal.sessionId, journal.id), keys.counts(journal.sessionId, journal.id)],
        [replica, number, ttlSeconds, KEPT_LINES, lines, changes, text, ...counts],
      )
      time.learn(sentMs, told as readonly [string, string])
    },
    // Sealed is nothing here: what others have not written yet is not to come behind.
    look: (journal) => read(journal, 0),
    gather: (journal) => gather([journal.sessionId]),
  }

  const gather = async (ids: readonly string[]): Promise<void> => {
    const sealUs = await handOver()
    await Promise.all(
      ids.map(async (id) => {
        const journal = all.get(id)
        // Its session has ended meanwhile, which whoever asks sees.
        if (journal === undefined) return
        await read(journal, sealUs)
        const gone = await guarded(
          connection.commands.zrangebyscore(keys.gone, journal.beganMs, '+inf', 'WITHSCORES'),
        )
        journal.lost = pairsOf(gone).map(([replica, sinceMs]) => ({ replica, sinceMs }))
      }),
    )
  }

  return {
    make(id) {
      const made = new StoreJournal(id, journalParts)
      all.set(id, made)
      return made
    },
    of,
    newId,
    end(id) {
      const ended = all.get(id)
      if (ended !== undefined) news.delete(ended)
      all.delete(id)
    },
    writeAll,
    gather,
    async gatherCounts(ids) {
      await handOver()
      // Sessions may have ended meanwhile.
      const journals = ids.flatMap((id) => all.get(id) ?? [])
      const asking = connection.commands.pipeline()
      // A journal that is cleared meanwhile has another.
      const views = journals.map(({ view }) => view)
      for (const journal of journals) asking.hgetall(keysOf(journal)[1])
      const replies = (await membership.whileCurrent(asking.exec())) ?? []
      for (const [n, [error, fields]] of replies.entries()) {
        if (error !== null) await guarded(Promise.reject(error))
        views[n].takeCounts(fields as Record<string, string>)
      }
    },
    heldElsewhere: (id) => held.reduce((sum, of) => sum + (of[id] ?? 0), 0),
    get backlog() {
      let lines = 0
      for (const journal of news) lines += journal.backlog
      return lines
    },
  }
}
