/**
 * Whether this replica may answer. It holds a lease, which runs so long from the oldest message that it has not followed: one that
 * cannot hear what it is told loses it as surely as one that cannot speak. By the stopwatch of this machine it ends no later
 * than by the store's clock.
 */
import { later, processMs } from '../clock/timers.js'
import { StateLost } from '../session/shared.js'
import type { StoreConnection } from './connection.js'
import type { Keys } from './keys.js'
import type { StoreTime } from './time.js'

export const LEASE_MS = 2000
const RENEW_MS = 400
/** A renewal that takes longer is given up with its connection: what was sent is sent again over another. */
const PATIENCE_MS = 1500
/** Before clocks of two machines agree that a lease is over. */
const MARGIN_MS = 10

export interface Membership {
  readonly replica: string
  /** Throws a StateLost where the lease has run out, or the store takes nothing more. */
  requireCurrent(): void
  /** Rejects when the lease has run out, while something is under way. */
  whileCurrent<Result>(work: Promise<Result>): Promise<Result>
  /** Renews the lease now. */
  renew(): Promise<void>
  /** Those whose lease has not run out. */
  live(): Promise<ReadonlySet<string>>
  /** The store takes nothing more, and why; undefined where it takes something again. */
  setRefused(why: StateLost | undefined): void
  readonly isCurrent: boolean
  /** Renews it no more; resolves when no renewal is under way: one that came later would bring back who has left. */
  rest(): Promise<void>
  stop(): void
}

export interface MembershipParts {
  readonly replica: string
  readonly leaseMs: number
  readonly connection: StoreConnection
  readonly keys: Keys
  readonly time: StoreTime
  readonly ttlSeconds: number
  /** The last message that was followed. */
  followed(): string
  /** Told of each renewal, with the generation of the store's data, before the lease counts. */
  onRenewed(generation: string, hadLapsed: boolean): Promise<void>
  /** Says what is to be known of this replica. */
  tell(): Promise<void>
  onTrouble(error: unknown): void
}

export function createMembership(parts: MembershipParts): Membership {
  const { replica, leaseMs, connection, keys, time, ttlSeconds } = parts
  let leaseEndsMs = Number.NEGATIVE_INFINITY
  let refused: StateLost | undefined
  let isStopped = false
  let cancel = () => {}
  const rejecting = new Set<() => void>()
  let watching = false

  const isCurrent = () => processMs() < leaseEndsMs
  const lost = () => (isCurrent() ? refused : undefined) ?? new StateLost()

  /** Tells whoever waits when the lease has run out; looks again where it was renewed. */
  const watch = (): void => {
    if (watching || rejecting.size === 0) return
    watching = true
    later(Math.max(1, Math.min(leaseMs, leaseEndsMs - processMs())), () => {
      watching = false
      if (isCurrent()) return watch()
      for (const reject of rejecting) reject()
      rejecting.clear()
    })
  }

  const renewOnce = async (): Promise<void> => {
    const sentMs = processMs()
    const reply = (await withPatience(
      connection.call(
        'renew',
        [keys.start, keys.replicas, keys.gone, keys.log],
        [replica, leaseMs, parts.followed(), ttlSeconds],
      ),
      () => connection.commands.disconnect(true),
    )) as readonly [string, string, string, string]
    const [seconds, micros, endsMs, generation] = reply
    time.learn(sentMs, [seconds, micros])
    const storeMs = Number(seconds) * 1000 + Number(micros) / 1000
    const hadLapsed = !isCurrent()
    await parts.onRenewed(generation, hadLapsed)
    leaseEndsMs = sentMs + Number(endsMs) - storeMs
    await parts.tell()
  }
  let renewing: Promise<void> | undefined
  const renew = (): Promise<void> => {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const plan = (): void => {
    cancel = later(RENEW_MS, () => {
      renew()
        .catch((error: unknown) => error instanceof StateLost || parts.onTrouble(error))
        .finally(() => isStopped || plan())
    })
  }
  plan()

  return {
    replica,
    requireCurrent() {
      if (refused !== undefined || processMs() >= leaseEndsMs) throw lost()
    },
    whileCurrent(work) {
      return new Promise((resolve, reject) => {
        const giveUp = () => reject(lost())
        rejecting.add(giveUp)
        watch()
        work.then(resolve, reject).finally(() => rejecting.delete(giveUp))
      })
    },
    renew,
    async live() {
      const nowMs = Math.floor(time.wallMs()) - MARGIN_MS
      return new Set(await connection.commands.zrangebyscore(keys.replicas, nowMs, '+inf'))
    },
    setRefused(why) {
      refused = why
    },
    get isCurrent() {
      return refused === undefined && isCurrent()
    },
    async rest() {
      isStopped = true
      cancel()
      await renewing?.catch(() => {})
    },
    stop() {
      isStopped = true
      leaseEndsMs = Number.NEGATIVE_INFINITY
      cancel()
    },
  }
}

async function withPatience<Result>(work: Promise<Result>, giveUp: () => void): Promise<Result> {
  const cancel = later(PATIENCE_MS, giveUp)
  try {
    return await work
  } finally {
    cancel()
  }
}
