/** Opens the store: all that makes this process one of several replicas that answer as one. */
import { hostname } from 'node:os'
import { later, processMs } from '../clock/timers.js'
import { newInstanceId } from '../core/random.js'
import { createDepartures } from '../journal/departures.js'
import type { Session, Sessions } from '../session/session.js'
import { type SharedState, StateLost } from '../session/shared.js'
import { type Changes, createChanges, ROOT } from './changes.js'
import { connectStore } from './connection.js'
import { createNumbers } from './connection-numbers.js'
import { createAllTurns, createStoreCounts, gatherRules } from './counts.js'
import { enter, tellHow } from './enter.js'
import { createJournals } from './journals.js'
import { createKeys } from './keys.js'
import { createLog } from './log.js'
import { createMembership, LEASE_MS } from './membership.js'
import type { Store, StoreOptions } from './options.js'
import { heldIn, leave, listReplicas, tellOf } from './replicas.js'
import { createStoreShelf } from './shelf.js'
import { createStoreTime, firstExchanges } from './time.js'
import { createTouch } from './touch.js'

/** So long after its last use a session is kept. */
const TTL_SECONDS = 24 * 3600
const LOOK_MS = 20

export async function openStore(options: StoreOptions): Promise<Store> {
  const { replica, prefix, onTrouble, leaseMs = LEASE_MS } = options
  const connection = await connectStore(options, onTrouble)
  const { commands } = connection
  const keys = createKeys(prefix)
  const time = createStoreTime()
  const numbers = await createNumbers(connection, keys.connections, TTL_SECONDS, onTrouble)
  const departures = createDepartures(time.stampUs, time.elapsedMs)
  const beganMs = processMs()
  let sessions: Sessions | undefined
  let changes: Changes | undefined
  let generation = ''
  let { how } = options
  /** Whether this replica has what the server's own session is. */
  let isBegun = false
  const touch = createTouch({
    commands,
    keys,
    ttlSeconds: TTL_SECONDS,
    isCurrent: () => membership.isCurrent,
    journalId: (id) => journals.of(id).id,
    after: () => changes?.followAll(),
    onTrouble,
  })

  const log = createLog(replica, {
    connection,
    keys,
    time,
    membership: () => membership,
    async follow({ id }) {
      if (id !== undefined) return void (await changes?.follow(id))
      await journals.writeAll()
      return { held: JSON.stringify(heldIn(sessions)) }
    },
    onTrouble,
  })
  const membership = createMembership({
    replica,
    leaseMs,
    connection,
    keys,
    time,
    ttlSeconds: TTL_SECONDS,
    followed: () => log.followed,
    async onRenewed(seen, hadLapsed) {
      if (sessions === undefined) return
      if (seen !== generation) await enterAgain()
      if (hadLapsed) await changes?.followAll()
    },
    tell: () => tellOf({ commands, keys, replica, ttlSeconds: TTL_SECONDS }, told()),
    onTrouble,
  })
  const journals = createJournals({
    replica,
    connection,
    keys,
    time,
    membership,
    log,
    ttlSeconds: TTL_SECONDS,
    journals: options.journals(departures),
    onUsed: touch.use,
    onTrouble,
  })
  const told = () => ({
    version: options.version,
    host: hostname(),
    sinceMs: Math.round(time.wallMs() - (processMs() - beganMs)),
    held: Object.values(heldIn(sessions)).reduce((sum, held) => sum + held, 0),
    backlog: journals.backlog,
  })

  const turns = createAllTurns()
  const shelf = createStoreShelf({
    connection,
    keys,
    time,
    ttlSeconds: TTL_SECONDS,
    isWatched: options.isWatched,
    newCountsId: newInstanceId,
    newJournalId: journals.newId,
    journalOf: ({ id }) => journals.of(id),
    gather: ({ id }) => journals.gather([id]),
    onTrouble,
  })

  const state: SharedState<Session> = {
    time,
    requireCurrent() {
      if (!isBegun) throw new StateLost()
      membership.requireCurrent()
    },
    journalOf: (id) => journals.make(id),
    newRunId: newInstanceId,
    nextConnection: numbers.next,
    countsOf(id, countsId) {
      const [rules, answers] = [keys.rules(id, countsId), keys.answers(id, replica)]
      return createStoreCounts({
        turns: turns.of(id),
        ttlSeconds: TTL_SECONDS,
        ask: (args) =>
          membership.whileCurrent(connection.call('decide', [rules, answers], args)) as Promise<string>,
      })
    },
    shelf,
    change(id, action) {
      touch.use(id)
      if (changes === undefined) throw new Error('the store was not joined')
      return changes.change(id, action)
    },
    beginWith(scenario) {
      how = { ...how, scenario }
      return membership.whileCurrent(tellHow(connection, keys, how))
    },
    replicas: () => membership.whileCurrent(listReplicas({ commands, keys, time })),
    async gather(what, some) {
      const ids = some.map(({ id }) => id)
      await Promise.all([
        what.includes('rules') &&
          membership.whileCurrent(Promise.all(some.map((one) => gatherRules(one, commands, keys)))),
        what.includes('journal') && journals.gather(ids),
        what.includes('counts') && journals.gatherCounts(ids),
      ])
    },
    heldOf: ({ id, waits }) => waits.held + journals.heldElsewhere(id),
  }

  /** Is one of those that live, or ends with what keeps it from that. */
  const enterNow = async (): Promise<void> => {
    generation = await enter(connection, keys, { replica, leaseMs, prefix, how })
  }
  /** The store has lost its data: what it knew is gone, and all begins anew. */
  const enterAgain = async (): Promise<void> => {
    onTrouble(
      new Error('the store has lost its data: all sessions have ended, and the server is as it was started'),
    )
    isBegun = false
    await enterNow()
    changes?.forget()
    for (const { id } of sessions?.list() ?? []) sessions?.letGo(id)
    sessions?.root.reset()
    log.restart()
    void begin().catch(onTrouble)
  }
  /** Writes what the server begins with, where nobody has; nothing is answered before. */
  const begin = async (): Promise<void> => {
    while (!isBegun)
      try {
        await state.change(ROOT, () => {})
        isBegun = true
      } catch (error) {
        if (!(error instanceof StateLost)) throw error
        await new Promise<void>((resolve) => void later(LOOK_MS, resolve))
      }
  }

  return {
    state,
    async join(joined) {
      try {
        await firstExchanges(time, () => commands.time())
        // The name of a journal says when it began, which could not be known before.
        journals.of(ROOT).clear()
        await enterNow()
        sessions = joined
        changes = createChanges({
          connection,
          keys,
          time,
          log,
          membership,
          sessions: joined,
          ttlSeconds: TTL_SECONDS,
          isWatched: options.isWatched,
          journalOf: journals.of,
          onEnd(id) {
            journals.end(id)
            turns.end(id)
          },
          onTrouble,
        })
        await log.start()
        // What there is to follow at first may take longer than a lease.
        do await membership.renew()
        while (!membership.isCurrent)
        await begin()
        touch.start(joined)
      } catch (error) {
        membership.stop()
        log.stop()
        connection.close()
        throw error
      }
    },
    async stop() {
      touch.stop()
      log.stop()
      // A store that cannot be had is not waited for: others see by the lease that this one has gone.
      const leaving = membership.whileCurrent(
        Promise.all([journals.writeAll(), membership.rest()]).then(() => leave({ commands, keys, replica })),
      )
      await leaving.catch(onTrouble)
      membership.stop()
      connection.close()
    },
  }
}
