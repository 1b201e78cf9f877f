/**
 * What all replicas are told, in one order: a stream that each reads to its end and waits at. Unlike with publish and subscribe
 * nothing is missed while a connection is down, and what was followed can be told by one id. Who told something is told
 * in turn, in an inbox of its own, by each who has followed it.
 */
import { later, processMs } from '../clock/timers.js'
import { guarded, type StoreConnection } from './connection.js'
import type { Keys } from './keys.js'
import type { Membership } from './membership.js'
import type { StoreTime } from './time.js'

export const MOST_MESSAGES = 20_000
const MOST_IN_INBOX = 5000
const INBOX_SECONDS = 3600
/** How long one read waits, and how long for its answer. */
const WAIT_MS = 1000
const PATIENCE_MS = 2500
/** How often it is looked whether those who have not followed live at all. */
const LOOK_MS = 50
const REST_MS = 50

export interface Message {
  readonly by: string
  /** The session that was changed; none where everybody is to hand over what was taken down. */
  readonly id: string | undefined
  readonly version: string
}

/** What a replica says when it has followed a message. */
export interface Ack {
  /** Of the message. */
  readonly id: string
  readonly atUs: number
  readonly said: Readonly<Record<string, string>>
}

export interface Log {
  /** The id of the last message that was followed. */
  readonly followed: string
  /** Tells all; resolves with what every live replica has said about it when it has followed. */
  tell(message: Readonly<Record<string, string>>): Promise<readonly Ack[]>
  /** The same for what was told already. */
  everyoneHas(id: string, live: readonly string[]): Promise<readonly Ack[]>
  /** Begins to follow after the last message there is. */
  start(): Promise<void>
  /** Goes back to the beginning: the store has lost what there was. */
  restart(): void
  stop(): void
}

export interface LogParts {
  readonly connection: StoreConnection
  readonly keys: Keys
  readonly time: StoreTime
  readonly membership: () => Membership
  /** Resolves with what is to be said about it to who told it. */
  follow(message: Message): Promise<Readonly<Record<string, string>> | undefined>
  onTrouble(error: unknown): void
}

export function createLog(replica: string, parts: LogParts): Log {
  const { connection, keys, time, membership } = parts
  const { commands, reader } = connection
  const inbox = keys.inbox(replica)
  let followed = '0-0'
  let inboxRead = '0-0'
  let isStopped = false
  const acks = new Map<string, Ack>()
  const waiting = new Set<() => void>()

  const follow = async (id: string, fields: readonly string[]): Promise<void> => {
    const { by = '', id: session, version = '0' } = toRecord(fields)
    if (by !== replica) {
      const said = await parts.follow({ by, id: session, version })
      const ack = [
        'from',
        replica,
        'id',
        id,
        'at',
        String(time.stampUs()),
        ...Object.entries(said ?? {}).flat(),
      ]
      // Not waited for: that it came is told by the next thing that is.
      const sent = commands.xadd(keys.inbox(by), 'MAXLEN', '~', MOST_IN_INBOX, '*', ...ack)
      sent.then(() => commands.expire(keys.inbox(by), INBOX_SECONDS)).catch(parts.onTrouble)
    }
    followed = id
  }

  const read = async (): Promise<void> => {
    const cancel = later(PATIENCE_MS, () => reader.disconnect(true))
    let streams: readonly [string, readonly [string, readonly string[]][]][] | null
    try {
      streams = (await reader.xread(
        'COUNT',
        200,
        'BLOCK',
        WAIT_MS,
        'STREAMS',
        keys.log,
        inbox,
        followed,
        inboxRead,
      )) as typeof streams
    } finally {
      cancel()
    }
    for (const [key, entries] of streams ?? [])
      for (const [id, fields] of entries) {
        if (isStopped) return
        if (key === keys.log) await follow(id, fields)
        else {
          const { from, id: heard, at, ...said } = toRecord(fields)
          acks.set(from, { id: heard, atUs: Number(at), said })
          inboxRead = id
        }
      }
    for (const look of waiting) look()
  }

  const loop = async (): Promise<void> => {
    while (!isStopped)
      try {
        await read()
      } catch (error) {
        if (isStopped) return
        parts.onTrouble(error)
        await new Promise<void>((resolve) => void later(REST_MS, resolve))
      }
  }

  const everyoneHas = async (id: string, live: readonly string[]): Promise<readonly Ack[]> => {
    let pending = live.filter((other) => other !== replica)
    const heard: Ack[] = []
    const look = (): void => {
      pending = pending.filter((other) => {
        const ack = acks.get(other)
        if (ack === undefined || isBefore(ack.id, id)) return true
        heard.push(ack)
        return false
      })
    }
    look()
    while (pending.length > 0) {
      membership().requireCurrent()
      const beganMs = processMs()
      await new Promise<void>((resolve) => {
        const cancel = later(LOOK_MS, finish)
        function finish(): void {
          cancel()
          waiting.delete(finish)
          resolve()
        }
        waiting.add(finish)
      })
      look()
      if (pending.length === 0 || processMs() - beganMs < LOOK_MS / 2) continue
      const alive = await membership().whileCurrent(membership().live())
      pending = pending.filter((other) => alive.has(other))
    }
    return heard
  }

  return {
    get followed() {
      return followed
    },
    async tell(message) {
      const fields = Object.entries({ by: replica, ...message }).flat()
      const told = guarded(commands.xadd(keys.log, 'MAXLEN', '~', MOST_MESSAGES, '*', ...fields))
      const [id, live] = await membership().whileCurrent(Promise.all([told, membership().live()]))
      return everyoneHas(String(id), [...live])
    },
    everyoneHas,
    async start() {
      const [newest] = await commands.xrevrange(keys.log, '+', '-', 'COUNT', 1)
      followed = newest?.[0] ?? '0-0'
      void loop()
    },
    restart() {
      followed = '0-0'
      inboxRead = '0-0'
      acks.clear()
    },
    stop() {
      isStopped = true
    },
  }
}

/** Names and values by turns. */
export function toRecord(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = Object.create(null)
  for (let i = 0; i + 1 < flat.length; i += 2) record[flat[i]] = flat[i + 1]
  return record
}

/** Ids are an instant and a number in it. */
function isBefore(a: string, b: string): boolean {
  const [aMs, aN] = a.split('-').map(Number)
  const [bMs, bN] = b.split('-').map(Number)
  return aMs < bMs || (aMs === bMs && aN < bN)
}
