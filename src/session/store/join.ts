/** Opens the store, which makes this process one of several replicas that answer as one. */
import { hostname } from 'node:os'
import { pause, processMs } from '../../kit/clock/timers.js'
import { getOrCreate } from '../../kit/maps.js'
import { newInstanceId } from '../../kit/random/random.js'
import type { JournalParts } from '../journal/create-parts.js'
import { createReplyOrder, type ReplyOrder } from '../journal/reply-order.js'
import type { Session, Sessions } from '../session.js'
import { StateLostError, type StateStore } from '../state-store.js'
import type { StoreAddress } from './address.js'
import { createBroadcast } from './broadcast.js'
import { type Changes, createChanges, ROOT } from './changes.js'
import { connectStore } from './connection.js'
import { createNumbers } from './connection-numbers.js'
import type { StoreContext } from './context.js'
import { createJournals } from './journals.js'
import { createKeys } from './keys.js'
import { createMembership } from './membership.js'
import { enter, leave, listReplicas, publish, type ReplicaSettings, setReplicaSettings } from './replicas.js'
import { createStoreCounts, DecisionTurns, gatherRules } from './rule-counts.js'
import { createSnapshots } from './snapshots.js'
import { createStoreTime, firstExchanges } from './time.js'
import { createTtlRefresh } from './ttl-refresh.js'

const POLL_MS = 20

export interface StoreOptions
  extends StoreAddress,
    Pick<StoreContext, 'replica' | 'isWatched' | 'onTrouble'> {
  readonly prefix: string
  readonly version: string
  readonly how: ReplicaSettings
  /** How long others wait for this replica while it is silent. */
  readonly leaseMs?: number | undefined
  journals(departures: ReplyOrder): JournalParts
}

export interface Store {
  readonly state: StateStore<Session>
  /** Brings sessions to their state in the store. From then on this replica is live. */
  join(sessions: Sessions): Promise<void>
  /** Writes what is pending, and leaves. */
  stop(): Promise<void>
}

export async function openStore(options: StoreOptions): Promise<Store> {
  const { replica, prefix, version, isWatched, onTrouble } = options
  const connection = await connectStore(options, onTrouble)
  const time = createStoreTime()
  const store: StoreContext = { ...connection, replica, keys: createKeys(prefix), time, isWatched, onTrouble }
  const { call, keys } = store
  const nextConnection = await createNumbers(store)
  const beganMs = processMs()
  const membership = createMembership(store, options.leaseMs)
  const broadcast = createBroadcast(store, membership)
  const ttl = createTtlRefresh(store)
  const shared = options.journals(createReplyOrder(time.stampUs, time.elapsedMs))
  const journals = createJournals(store, membership, broadcast, shared, ttl.use)
  const turns = new Map<string, DecisionTurns>()
  let { how } = options
  let changes: Changes | undefined
  /** Whether this replica has the state of the server's own session. */
  let isBegun = false

  const state: StateStore<Session> = {
    time,
    requireCurrent(id) {
      if (!isBegun) throw new StateLostError()
      membership.requireCurrent()
      if (id === undefined) return
      changes?.requireReadable(id)
      journals.requireReadable(id)
    },
    journalOf: journals.make,
    newRunId: newInstanceId,
    nextConnection,
    countsOf(id, countsId) {
      const counts = [keys.rules(id, countsId), keys.answers(id, replica)]
      const turnsOfSession = getOrCreate(turns, id, () => new DecisionTurns())
      return createStoreCounts(
        turnsOfSession,
        () => changes?.hasCounts(id, countsId) ?? false,
        (args) => membership.whileCurrent(call('decide', counts, args)) as Promise<string>,
      )
    },
    shelf: createSnapshots(store, journals),
    change(id, action) {
      ttl.use(id)
      if (changes === undefined) throw new Error('the store was not joined')
      return changes.change(id, action)
    },
    beginWith(scenario) {
      how = { ...how, scenario }
      return membership.whileCurrent(setReplicaSettings(store, how))
    },
    replicas: () => membership.whileCurrent(listReplicas(store)),
    async gather(what, some) {
      const ids = some.map(({ id }) => id)
      await Promise.all([
        what.includes('rules') &&
          membership.whileCurrent(Promise.all(some.map((one) => gatherRules(one, store)))),
        what.includes('journal') && journals.gather(ids),
        what.includes('counts') && journals.gatherCounts(ids),
      ])
    },
    heldOf: ({ id, waits }) => waits.held + journals.heldElsewhere(id),
  }

  /** Writes the initial state unless another replica has; precedes all answers. */
  const begin = async (): Promise<void> => {
    while (!isBegun)
      try {
        await state.change(ROOT, () => {})
        isBegun = true
      } catch (error) {
        if (!(error instanceof StateLostError)) throw error
        await pause(POLL_MS, { isIdle: true })
      }
  }

  const joinNow = async (sessions: Sessions): Promise<void> => {
    await firstExchanges(time, () => store.commands.time())
    // A journal id contains its creation time, which was unknown before.
    journals.of(ROOT).clear()
    const enterNow = () => enter(store, membership.leaseMs, how, prefix)
    let generation = await enterNow()
    const joined = createChanges(store, membership, broadcast, sessions, journals, (id) => {
      journals.end(id)
      turns.delete(id)
    })
    changes = joined
    const startOver = async (): Promise<void> => {
      onTrouble(
        new Error(
          'the store has lost its data: all sessions have ended, and the server is back in its initial state',
        ),
      )
      isBegun = false
      generation = await enterNow()
      joined.forget()
      for (const { id } of sessions.list()) sessions.letGo(id)
      sessions.root.reset()
      broadcast.restart()
      void begin().catch(onTrouble)
    }
    await broadcast.start(async (id) => {
      if (id === undefined) await journals.writeAll()
      else await joined.follow(id)
      return id === undefined ? { held: JSON.stringify(heldIn(sessions)) } : {}
    })
    await membership.start({
      followed: () => broadcast.followed,
      async catchUp(seen, hadLapsed) {
        if (seen !== generation) await startOver()
        if (hadLapsed) await joined.followAll()
      },
      publish: () =>
        publish(store, {
          version,
          host: hostname(),
          sinceMs: Math.round(time.wallMs() - (processMs() - beganMs)),
          held: Object.values(heldIn(sessions)).reduce((sum, held) => sum + held, 0),
          backlog: journals.backlog,
        }),
    })
    await begin()
    ttl.start(
      sessions,
      () => membership.isCurrent,
      (id) => journals.of(id).id,
      joined.followAll,
    )
  }

  return {
    state,
    async join(sessions) {
      try {
        await joinNow(sessions)
      } catch (error) {
        membership.stop()
        broadcast.stop()
        connection.close()
        throw error
      }
    },
    async stop() {
      ttl.stop()
      broadcast.stop()
      // Does not wait for an unreachable store: the lease expires anyway.
      const leaving = membership.whileCurrent(
        Promise.all([journals.writeAll(), membership.rest()]).then(() => leave(store)),
      )
      await leaving.catch(onTrouble)
      membership.stop()
      connection.close()
    },
  }
}

function heldIn({ root, list }: Sessions): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [root, ...list()].flatMap(({ id, waits }) => (waits.held === 0 ? [] : [[id, waits.held] as const])),
  )
}
