/**
 * The store's time, by this machine's stopwatch since the latest of its readings. Every reading is older than its arrival, so the
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
  let aheadMs = 0
  /** Monotonic: it stands still where later readings show that it was ahead. */
  const nowMs = (): number => {
    lastMs = Math.max(lastMs, processMs() + offsetMs)
    return lastMs
  }
  return {
    elapsedMs: nowMs,
    /** The store's clock itself, which may be set back. */
    wallMs: () => nowMs() - aheadMs,
    /** Whole microseconds since 1970, later than the last stamp. */
    stampUs: (lastUs: number): number => Math.max(lastUs + 1, Math.floor(nowMs() * 1000)),
    /** Learns from a reading of the store's time between `sentMs` of the stopwatch and now, and of how far that is ahead of its clock. */
    learn(sentMs: number, storeMs: number, ahead = aheadMs): void {
      aheadMs = ahead
      const heardMs = processMs()
      const leastMs = storeMs - heardMs
      offsetMs = Math.max(offsetMs - (heardMs - learnedMs) * DRIFT, leastMs)
      // The stopwatches drift further apart: earlier readings are invalid.
      if (offsetMs > storeMs - sentMs) offsetMs = leastMs
      learnedMs = heardMs
    },
  }
}
