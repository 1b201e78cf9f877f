/** Opens the store, which makes this process one of several replicas that answer as one. */

import { hostname } from 'node:os'
import { processMs, setTimer } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { newInstanceId } from '../../kit/random/random.js'
import type { RuleState } from '../../scenario/running-rule.js'
import { OTHER_BUCKET } from '../../scenario/token-bucket.js'
import type { JournalParts } from '../journal/journal.js'
import { createReplyOrder, type ReplyOrder } from '../journal/reply-order.js'
import type { Session } from '../session.js'
import type { Sessions } from '../sessions.js'
import { StateLostError } from '../state-errors.js'
import type { SharedPart, StateStore } from '../state-store.js'
import { connectStore, type StoreAddress, type StoreContext } from './connection.js'
import { journalOf, StoreJournal } from './journal.js'
import { createKeys, ROOT } from './keys.js'
import { BEAT_MS, createRegistry, type ReplicaSettings } from './replicas.js'
import { createAdmit } from './requests.js'
import { createSharedSessions } from './shared-sessions.js'
import { createSnapshots } from './snapshots.js'
import { createStoreTime } from './time.js'

/** Connection numbers of a replica, unique unless it has more. */
const CONNECTIONS = 10_000_000

export interface StoreOptions
  extends StoreAddress,
    Pick<StoreContext, 'replica' | 'isWatched' | 'onTrouble'> {
  readonly prefix: string
  readonly version: string
  readonly how: ReplicaSettings
  /** Longest silence of a store that was asked something. */
  readonly storeLimitMs?: number | undefined
  journals(departures: ReplyOrder): JournalParts
}

export type Store = Awaited<ReturnType<typeof openStore>>

export async function openStore(options: StoreOptions) {
  const { replica, prefix, version, isWatched } = options
  const onTrouble = (error: unknown): void => {
    if (!(error instanceof StateLostError)) options.onTrouble(error)
  }
  const connection = await connectStore(options, onTrouble, options.storeLimitMs)
  const time = createStoreTime()
  const store: StoreContext = { ...connection, replica, keys: createKeys(prefix), time, isWatched, onTrouble }
  const { ask, commands, subscriber, requireAnswers, within, keys } = store
  const sentMs = processMs()
  const [ms, ahead] = (await ask('look', [keys.document(ROOT), keys.time], ['', 0])) as string[]
  time.learn(sentMs, Number(ms), Number(ahead))
  const sinceMs = Math.round(time.elapsedMs())
  let lastConnection = (await within(commands.incrby(keys.connections, CONNECTIONS))) - CONNECTIONS
  const parts = options.journals(createReplyOrder(time.stampUs, time.elapsedMs))
  let joined: Sessions | undefined
  let heldElsewhere: readonly Readonly<Record<string, number>>[] = []
  let isStopped = false

  const sessions = (): Sessions => {
    if (joined === undefined) throw new StateLostError()
    return joined
  }
  const everySession = (): Session[] => (joined === undefined ? [] : [joined.root, ...joined.list()])
  const held = (): Readonly<Record<string, number>> =>
    Object.fromEntries(
      everySession().flatMap(({ id, waits }) => (waits.held === 0 ? [] : [[id, waits.held]])),
    )
  const registry = createRegistry(
    store,
    options,
    () => ({ version, host: hostname(), sinceMs, held: held() }),
    () => shared.keysOf(sessions().root),
  )
  let refuse: (error: UserError) => void
  const refused = new Promise<UserError>((resolve) => {
    refuse = resolve
  })
  /** Beats; where others were started differently, this replica answers nothing from then on. */
  const enter = () =>
    registry.beat().catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error
      const lost = new StateLostError(error.what, error.hint)
      connection.close(lost)
      onTrouble(error)
      refuse(error)
      throw lost
    })
  const shared = createSharedSessions(store, sessions, enter)

  /** Brings parts of a session up to date. */
  const readParts = async (session: Session, parts: readonly SharedPart[]): Promise<void> => {
    const journal = journalOf(session)
    const reading = [
      parts.includes('rules') && within(readRules(session, store)),
      parts.includes('journal') && journal.read(),
      parts.includes('counts') && journal.readCounts(),
    ]
    await Promise.all(reading).catch((error: unknown) => shared.isolate(session.id, error))
  }

  const state: StateStore<Session> = {
    time,
    requireCurrent: requireAnswers,
    journalOf: (id) => new StoreJournal(id, store, parts),
    newRunId: newInstanceId,
    beginCounts: ({ id, countsId, scenario }) =>
      within(
        commands.hset(keys.rules(id, countsId), { began: 1, ...ruleFieldsOf(scenario?.states() ?? []) }),
      ),
    nextConnection: () => ++lastConnection,
    admit: createAdmit(store, shared),
    snapshots: createSnapshots(store),
    async read(id, parts = []) {
      await shared.follow(id)
      const session = shared.find(id)
      if (session === undefined) return
      await readParts(session, parts)
      shared.requireReadable(id)
    },
    async readAll() {
      await shared.followAll()
      await Promise.all(everySession().map((session) => readParts(session, ['counts'])))
    },
    change: shared.change,
    heldOf: ({ id, waits }) => heldElsewhere.reduce((sum, of) => sum + (of[id] ?? 0), waits.held),
    beginWith: registry.beginWith,
    replicas: registry.list,
  }

  /** Follows sessions for what waits in them, as a message may be missed. */
  const round = async (): Promise<void> => {
    const others = (await enter()).filter((one) => one.isLive && one.instanceId !== replica)
    heldElsewhere = others.map(({ status }) => status.held)
    await Promise.all([ROOT, ...Object.keys(held())].map((id) => shared.follow(id)))
  }
  let rounding: Promise<unknown> = Promise.resolve()
  const plan = (): void => {
    setTimer(BEAT_MS, () => {
      if (!isStopped) rounding = round().catch(onTrouble).finally(plan)
    })
  }

  return {
    state,
    /** Resolves with the reason if the settings of this replica differ from those of others; see `enter`. */
    refused,
    /** Brings sessions to their state in the store, and follows them from then on. */
    async join(those: Sessions): Promise<void> {
      joined = those
      try {
        await registry.beat()
        await shared.follow(ROOT)
        subscriber.on('message', (_channel, changed) => {
          const [id = '', version] = changed.split(' ')
          shared.follow(id, version).catch(onTrouble)
        })
        const listen = async (): Promise<void> => {
          await within(subscriber.subscribe(keys.changed))
          await shared.followAll()
        }
        await listen()
        // A broken connection ended the subscription, and messages were missed.
        subscriber.on('ready', () => void listen().catch(onTrouble))
        plan()
      } catch (error) {
        connection.close()
        throw error
      }
    },
    /** Writes what is pending, and leaves. */
    async stop(): Promise<void> {
      isStopped = true
      const settling = everySession().map((session) => journalOf(session).settle())
      // Does not wait for a store that does not answer. A late heartbeat would list this replica again.
      await within(Promise.all([rounding, ...settling]))
        .then(registry.leave)
        .catch(onTrouble)
      connection.close()
    },
  }
}

/** Brings the counts of the rules of all kept runs up to date. */
async function readRules({ id, runs }: Session, { commands, keys }: StoreContext): Promise<void> {
  await Promise.all(
    runs.map(async ({ rules, countsId }) =>
      rules.restore(statesOf(await commands.hgetall(keys.rules(id, countsId)), rules.all.length)),
    ),
  )
}

/** The inverse of `statesOf`; `k` counts the buckets that are limited, for the function of the store. */
export function ruleFieldsOf(states: readonly RuleState[]): Record<string, number> {
  const fields = states.flatMap(
    ({ matched: m, fired: f, firstFiredAtMs: t, addedAtMs: d = 0, buckets }, index) => {
      const ofBuckets = Object.entries(buckets).flatMap(([name, { atMs: a, level: l, waitMs: w }]) =>
        Object.entries({ a, l, w }).map(([letter, value]) => [
          `${letter}${index}${name && `:${name}`}`,
          value,
        ]),
      )
      const k = Object.keys(buckets).filter((name) => name !== '' && name !== OTHER_BUCKET).length
      return [
        ...Object.entries({ m, f, t, d, k }).map(([letter, value]) => [`${letter}${index}`, value]),
        ...ofBuckets,
      ]
    },
  )
  return Object.fromEntries(fields)
}

export function statesOf(fields: Readonly<Record<string, string>>, rules: number): RuleState[] {
  return Array.from({ length: rules }, (_, index) => {
    const of = (letter: string, name = '') => Number(fields[`${letter}${index}${name}`] ?? 0)
    const prefix = `l${index}`
    const names = Object.keys(fields).flatMap((field) =>
      field === prefix || field.startsWith(`${prefix}:`) ? [field.slice(prefix.length)] : [],
    )
    const stateOf = (name: string) => ({ atMs: of('a', name), level: of('l', name), waitMs: of('w', name) })
    const buckets = Object.fromEntries(names.map((name) => [name.slice(1), stateOf(name)]))
    const addedAtMs = of('d')
    const counts = { matched: of('m'), fired: of('f'), firstFiredAtMs: of('t'), buckets }
    return addedAtMs === 0 ? counts : { ...counts, addedAtMs }
  })
}
