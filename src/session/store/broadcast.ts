/**
 * Broadcasts to all replicas, in one order: a stream that each reads and blocks on. Unlike publish and subscribe it loses nothing
 * while a connection is down, and one id marks how far a replica has read. Followers acknowledge in the sender's inbox.
 */
import { pause, processMs, setTimer, whilePending } from '../../kit/clock/timers.js'
import { guarded, hashFields } from './connection.js'
import type { StoreContext } from './context.js'
import { MARGIN_MS, type Membership } from './membership.js'

export const MAX_MESSAGES = 20_000
const MAX_IN_INBOX = 5000
const INBOX_SECONDS = 3600
/** Longest block of one read, and the time after which it counts as stalled. */
const WAIT_MS = 1000
const TIMEOUT_MS = 2500
/** Interval of checks whether replicas that have not acknowledged are alive. */
const POLL_MS = 50
const BACKOFF_MS = 50

export interface Ack {
  readonly id: string
  readonly atUs: number
  readonly said: Readonly<Record<string, string>>
}

/** Applies a broadcast: a changed session or, without an id, a request to write all journals. Resolves with additions to the ack. */
type Follow = (id: string | undefined) => Promise<Readonly<Record<string, string>>>

type Entries = readonly (readonly [id: string, fields: readonly string[]])[]

export type Broadcast = ReturnType<typeof createBroadcast>

export function createBroadcast(store: StoreContext, membership: Membership) {
  const { replica, commands, reader, keys, time, onTrouble } = store
  const inbox = keys.inbox(replica)
  let followed = '0-0'
  let inboxRead = '0-0'
  let isStopped = false
  const acks = new Map<string, Ack>()
  const waiting = new Set<() => void>()

  const acknowledge = (by: string, id: string, said: Readonly<Record<string, string>>): void => {
    const ack = Object.entries({ from: replica, id, at: String(time.stampUs()), ...said }).flat()
    // Not awaited: a lost ack is covered by the next one.
    const sent = commands.xadd(keys.inbox(by), 'MAXLEN', '~', MAX_IN_INBOX, '*', ...ack)
    sent.then(() => commands.expire(keys.inbox(by), INBOX_SECONDS)).catch(onTrouble)
  }

  const read = async (follow: Follow): Promise<void> => {
    const streams = (await whilePending(
      reader.xread('COUNT', 200, 'BLOCK', WAIT_MS, 'STREAMS', keys.log, inbox, followed, inboxRead),
      TIMEOUT_MS,
      () => isStopped || reader.disconnect(true),
    )) as readonly (readonly [string, Entries])[] | null
    for (const [key, entries] of streams ?? [])
      for (const [id, fields] of entries) {
        if (isStopped) return
        if (key === keys.log) {
          const { by = '', id: session } = hashFields(fields)
          if (by !== replica) acknowledge(by, id, await follow(session))
          followed = id
        } else {
          const { from, id: heard, at, ...said } = hashFields(fields)
          acks.set(from, { id: heard, atUs: Number(at), said })
          inboxRead = id
        }
      }
    for (const look of waiting) look()
  }

  const loop = async (follow: Follow): Promise<void> => {
    while (!isStopped)
      try {
        await read(follow)
      } catch (error) {
        if (isStopped) return
        onTrouble(error)
        await pause(BACKOFF_MS, { isIdle: true })
      }
  }

  const nextRead = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = setTimer(POLL_MS, finish)
      function finish(): void {
        cancel()
        waiting.delete(finish)
        resolve()
      }
      waiting.add(finish)
    })

  /**
   * Resolves with the acks of all replicas that are `live`, or have died since. No lease outlasts the message that its replica
   * has not read, so nothing is waited for after that, whatever lease the store has of a replica.
   */
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
    let checkedMs = processMs()
    const lapsedMs = Number(id.split('-')[0]) + membership.leaseMs + MARGIN_MS
    while (pending.length > 0 && time.wallMs() <= lapsedMs) {
      membership.requireCurrent()
      await nextRead()
      look()
      if (pending.length === 0 || processMs() - checkedMs < POLL_MS / 2) continue
      checkedMs = processMs()
      const alive = await membership.whileCurrent(membership.live())
      pending = pending.filter((other) => alive.has(other))
    }
    return heard
  }

  return {
    get followed(): string {
      return followed
    },
    everyoneHas,
    async collect(): Promise<readonly Ack[]> {
      const sent = guarded(commands.xadd(keys.log, 'MAXLEN', '~', MAX_MESSAGES, '*', 'by', replica))
      const [id, live] = await membership.whileCurrent(Promise.all([sent, membership.live()]))
      return everyoneHas(String(id), [...live])
    },
    async start(follow: Follow): Promise<void> {
      const [newest] = await commands.xrevrange(keys.log, '+', '-', 'COUNT', 1)
      followed = newest?.[0] ?? '0-0'
      void loop(follow)
    },
    /** Goes back to the beginning of the stream: the store has lost its data. */
    restart(): void {
      followed = '0-0'
      inboxRead = '0-0'
      acks.clear()
    },
    stop(): void {
      isStopped = true
    },
  }
}

/** Compares stream ids: an instant and a number within it. */
function isBefore(a: string, b: string): boolean {
  const [aMs, aN] = a.split('-').map(Number)
  const [bMs, bN] = b.split('-').map(Number)
  return aMs < bMs || (aMs === bMs && aN < bN)
}
