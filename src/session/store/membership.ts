/**
 * The lease of this replica, without which it does not answer. It runs from the oldest unread broadcast, so failed reads end it
 * as failed writes do. By this machine's stopwatch it never outlasts its end by the store's clock.
 */
import { processMs, setTimer, whilePending } from '../../kit/clock/timers.js'
import { StateLostError } from '../state-store.js'
import type { StoreContext } from './context.js'
import { TTL_SECONDS } from './keys.js'

const LEASE_MS = 2000
const RENEW_MS = 400
/** Reconnects whenever a renewal takes this much longer: pending commands are resent on the new connection. */
const TIMEOUT_MS = 1500
/** Reading what was missed may take long. */
const CATCH_UP_MS = 15_000
/** Tolerated difference between two machines' clocks before a lease counts as expired. */
export const MARGIN_MS = 10

export interface Renewal {
  followed(): string
  /** Catches up before the lease counts. `generation` identifies the store's data. */
  catchUp(generation: string, hadLapsed: boolean): Promise<void>
  publish(): Promise<void>
}

export type Membership = ReturnType<typeof createMembership>

export function createMembership(store: StoreContext, leaseMs = LEASE_MS) {
  const { replica, commands, call, keys, time, onTrouble } = store
  let leaseEndsMs = Number.NEGATIVE_INFINITY
  let refused: StateLostError | undefined
  let isStopped = false
  let cancel = () => {}
  const rejecting = new Set<() => void>()
  let isWatching = false

  const hasLease = () => processMs() < leaseEndsMs
  const lost = () => (hasLease() ? refused : undefined) ?? new StateLostError()

  /** Rejects pending work when the lease has run out; checks again when it was renewed. */
  const watch = (): void => {
    if (isWatching || rejecting.size === 0) return
    isWatching = true
    setTimer(Math.max(1, Math.min(leaseMs, leaseEndsMs - processMs())), () => {
      isWatching = false
      if (hasLease()) return watch()
      for (const reject of rejecting) reject()
      rejecting.clear()
    })
  }

  /** Reconnects every `ms` until the store answers: a reply may have been lost on a connection that still stands. */
  const insist = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
    // Once stopped, a disconnect would do no more than hold the process, every time for two seconds.
    whilePending(work, ms, () => isStopped || commands.disconnect(true))

  const renewOnce = async ({ followed, catchUp, publish }: Renewal): Promise<void> => {
    const sentMs = processMs()
    const renewed = call(
      'renew',
      [keys.start, keys.replicas, keys.gone, keys.log],
      [replica, leaseMs, followed(), TTL_SECONDS],
    )
    const reply = await insist(TIMEOUT_MS, renewed)
    const [seconds, micros, endsMs, generation] = reply as readonly [string, string, string, string]
    time.learn(sentMs, [seconds, micros])
    const storeMs = Number(seconds) * 1000 + Number(micros) / 1000
    await insist(CATCH_UP_MS, catchUp(generation, !hasLease()))
    leaseEndsMs = sentMs + Number(endsMs) - storeMs
    await insist(TIMEOUT_MS, publish())
  }
  let renewing: Promise<void> | undefined
  const renew = (renewal: Renewal): Promise<void> => {
    renewing ??= renewOnce(renewal).finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const plan = (renewal: Renewal): void => {
    cancel = setTimer(RENEW_MS, () => {
      renew(renewal)
        .catch((error: unknown) => error instanceof StateLostError || onTrouble(error))
        .finally(() => isStopped || plan(renewal))
    })
  }

  return {
    leaseMs,
    /** Throws a StateLost while the lease has run out or the store refuses writes. */
    requireCurrent(): void {
      if (refused !== undefined || processMs() >= leaseEndsMs) throw lost()
    },
    /** Settles as `work` does, or rejects when the lease runs out first. */
    whileCurrent<Result>(work: Promise<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        const giveUp = () => reject(lost())
        rejecting.add(giveUp)
        watch()
        work.then(resolve, reject).finally(() => rejecting.delete(giveUp))
      })
    },
    async start(renewal: Renewal): Promise<void> {
      plan(renewal)
      // The first catch-up may take longer than a lease.
      do await renew(renewal)
      while (!hasLease())
    },
    async live(): Promise<ReadonlySet<string>> {
      const nowMs = Math.floor(time.wallMs())
      // A lease that ends later is forged.
      const latestMs = Math.ceil(nowMs + leaseMs) + MARGIN_MS
      return new Set(await commands.zrangebyscore(keys.replicas, nowMs - MARGIN_MS, latestMs))
    },
    setRefused(why: StateLostError | undefined): void {
      refused = why
    },
    get isCurrent(): boolean {
      return refused === undefined && hasLease()
    },
    /** Ends renewals; resolves when none is pending: a late one would revive a replica that has left. */
    async rest(): Promise<void> {
      isStopped = true
      cancel()
      await renewing?.catch(() => {})
    },
    stop(): void {
      isStopped = true
      leaseEndsMs = Number.NEGATIVE_INFINITY
      cancel()
    },
  }
}
