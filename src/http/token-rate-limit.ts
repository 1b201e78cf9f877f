/** Guessing the control token: ten tries cost a second, from whatever address. */
import { processMs } from '../clock/timers.js'

/** Wrong tokens, by the address that they came from. */
export interface TokenRateLimit {
  isPaused(address: string): boolean
  addWrong(address: string): void
  forget(address: string): void
}

/** So many wrong tokens in a row cost a pause, in which the right one is refused, too. */
export const FREE_FAILURES = 10
const PAUSE_MS = 1000
/** Those that are remembered; the oldest go. */
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
