/** Rate limit for guesses of the control token: replies to wrong tokens are delayed, the right token never is. */
import { processMs } from '../../kit/clock/timers.js'

export interface TokenRateLimit {
  /** Counts a wrong token and waits if there were too many. False if too many replies are delayed already. */
  delay(address: string, wait: (ms: number) => Promise<void>): Promise<boolean>
  /** Clears the failures of an address that sent the right token. */
  forget(address: string): void
}

/** Consecutive failures of an address that are answered at once. */
export const FREE_FAILURES = 10
/** The same for all addresses, each second. */
export const FREE_FAILURES_IN_ALL = 100
/** Delayed replies per server. */
export const MAX_DELAYED = 1000
const DELAY_MS = 1000
/** Remembered addresses; the oldest is evicted. */
const MAX_ADDRESSES = 10_000

export function createTokenRateLimit(): TokenRateLimit {
  const failures = new Map<string, number>()
  const inAll = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 }
  let delayed = 0
  const countInAll = (): number => {
    const nowMs = processMs()
    if (nowMs - inAll.sinceMs >= DELAY_MS) Object.assign(inAll, { sinceMs: nowMs, count: 0 })
    return ++inAll.count
  }
  const countOf = (address: string): number => {
    const count = (failures.get(address) ?? 0) + 1
    const [oldest] = failures.keys()
    if (failures.size >= MAX_ADDRESSES && oldest !== undefined && !failures.has(address))
      failures.delete(oldest)
    failures.set(address, count)
    return count
  }
  return {
    async delay(address, wait) {
      const isFree = [countOf(address) <= FREE_FAILURES, countInAll() <= FREE_FAILURES_IN_ALL].every(Boolean)
      if (isFree) return true
      if (delayed >= MAX_DELAYED) return false
      delayed++
      await wait(DELAY_MS).finally(() => delayed--)
      return true
    },
    forget: (address) => void failures.delete(address),
  }
}
