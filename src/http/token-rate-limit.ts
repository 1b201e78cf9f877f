/** Rate limit for guesses of the control token: ten failures cost a second, from any address. */
import { processMs } from '../clock/timers.js'

/** Failed attempts by client address. */
export interface TokenRateLimit {
  isPaused(address: string): boolean
  addWrong(address: string): void
  forget(address: string): void
}

/** Consecutive failures before a pause, in which the right token is rejected, too. */
export const FREE_FAILURES = 10
const PAUSE_MS = 1000
/** Remembered addresses; the oldest is evicted. */
export const MAX_ADDRESSES = 10_000

export function createTokenRateLimit(): TokenRateLimit {
  const byAddress = new Map<string, { wrong: number; pausedUntilMs: number }>()
  return {
    isPaused: (address) => processMs() < (byAddress.get(address)?.pausedUntilMs ?? 0),
    addWrong(address) {
      const known = byAddress.get(address) ?? { wrong: 0, pausedUntilMs: 0 }
      known.wrong++
      if (known.wrong % FREE_FAILURES === 0) known.pausedUntilMs = processMs() + PAUSE_MS
      const [oldest] = byAddress.keys()
      if (byAddress.size >= MAX_ADDRESSES && oldest !== undefined && !byAddress.has(address))
        byAddress.delete(oldest)
      byAddress.set(address, known)
    },
    forget: (address) => void byAddress.delete(address),
  }
}
