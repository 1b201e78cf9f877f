/** Waiting in real time, all of which can be ended at once. */
import { LONGEST_TIMER_MS } from './timers.js'

export interface Waits {
  /**
   * Waits for `ms`, Infinity for as long as it takes, until it is freed or the signal ends it; true when cut short. A wait
   * does not last where all were freed after `since`, which is `timesFreed` of an earlier moment.
   */
  wait(ms: number, signal: AbortSignal, since?: number): Promise<boolean>
  /** Ends every wait now. */
  free(): void
  readonly timesFreed: number
  /** How many are waiting. */
  readonly held: number
}

export function createWaits(): Waits {
  const waiting = new Set<() => void>()
  let timesFreed = 0
  return {
    wait(ms, signal, since = timesFreed) {
      if (timesFreed > since) return Promise.resolve(true)
      return new Promise((resolve) => {
        const finish = (cutShort: boolean) => {
          clearTimeout(timer)
          waiting.delete(cut)
          signal.removeEventListener('abort', cut)
          resolve(cutShort)
        }
        const cut = () => finish(true)
        // Longer waits last until they are freed.
        const timer = ms <= LONGEST_TIMER_MS ? setTimeout(() => finish(false), ms) : undefined
        waiting.add(cut)
        signal.addEventListener('abort', cut)
        if (signal.aborted) cut()
      })
    },
    free() {
      timesFreed++
      for (const cut of waiting) cut()
    },
    get timesFreed() {
      return timesFreed
    },
    get held() {
      return waiting.size
    },
  }
}
