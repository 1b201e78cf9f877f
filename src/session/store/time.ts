/**
 * The store's clock, by this machine's stopwatch since the latest of its readings. Every reading is older than its arrival, so the
 * result is never ahead of the store; and whatever asks the store first is never behind an earlier answer of another replica.
 */
import { processMs } from '../../kit/clock/timers.js'

export type StoreTime = ReturnType<typeof createStoreTime>

/** Upper bound of the drift between two machines' stopwatches, ms per ms. */
const DRIFT = 1e-4

export function createStoreTime() {
  let offsetMs = 0
  let learnedMs = Number.NEGATIVE_INFINITY
  let lastMs = 0
  /** Monotonic: after a step back it stands still until the store's clock catches up. */
  const nowMs = (): number => {
    lastMs = Math.max(lastMs, processMs() + offsetMs)
    return lastMs
  }
  return {
    elapsedMs: nowMs,
    wallMs: nowMs,
    /** Whole microseconds since 1970, later than the last stamp. */
    stampUs: (lastUs: number): number => Math.max(lastUs + 1, Math.floor(nowMs() * 1000)),
    /** Learns from a reading of the store's clock between `sentMs` of the stopwatch and now. */
    learn(sentMs: number, storeMs: number): void {
      const heardMs = processMs()
      const leastMs = storeMs - heardMs
      offsetMs = Math.max(offsetMs - (heardMs - learnedMs) * DRIFT, leastMs)
      // The store's clock was set: earlier readings are invalid.
      if (offsetMs > storeMs - sentMs) offsetMs = leastMs
      learnedMs = heardMs
    },
  }
}
