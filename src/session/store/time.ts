/**
 * The store's clock as an offset to this machine's stopwatch. Each exchange bounds the offset from both sides: the store read its
 * clock between request and reply. Together the bounds leave a fraction of the quickest round trip, even with varying delays.
 */
import { processMs } from '../../kit/clock/timers.js'

export type StoreTime = ReturnType<typeof createStoreTime>

/** Upper bound of the drift between two machines' stopwatches, ms per ms. */
const DRIFT = 1e-4

export function createStoreTime() {
  let minMs = Number.NEGATIVE_INFINITY
  let maxMs = Number.POSITIVE_INFINITY
  let learnedMs = 0
  let offsetMs = 0
  let lastMs = 0
  let lastUs = 0
  /** Monotonic: after a step back it stands still until the store's clock catches up. */
  const nowMs = (): number => {
    lastMs = Math.max(lastMs, processMs() + offsetMs)
    return lastMs
  }
  return {
    elapsedMs: nowMs,
    wallMs: nowMs,
    /** Whole microseconds since 1970, later than any stamp before. */
    stampUs(): number {
      lastUs = Math.max(lastUs + 1, Math.floor(nowMs() * 1000))
      return lastUs
    },
    /** Learns from a reading of the store's clock between `sentMs` of the stopwatch and now. */
    learn(sentMs: number, [seconds, micros]: readonly (string | number)[]): void {
      const heardMs = processMs()
      const storeMs = Number(seconds) * 1000 + Number(micros) / 1000
      const driftMs = (heardMs - learnedMs) * DRIFT
      learnedMs = heardMs
      minMs = Math.max(minMs - driftMs, storeMs - heardMs)
      maxMs = Math.min(maxMs + driftMs, storeMs - sentMs)
      if (minMs > maxMs) {
        // The store's clock was set: earlier bounds are invalid.
        minMs = storeMs - heardMs
        maxMs = storeMs - sentMs
      }
      offsetMs = (minMs + maxMs) / 2
    },
  }
}

const FIRST_EXCHANGES = 16

/** Reads the store's clock for the first time; `ask` resolves with seconds and microseconds. */
export async function firstExchanges(
  time: StoreTime,
  ask: () => Promise<readonly (string | number)[]>,
): Promise<void> {
  for (let n = 0; n < FIRST_EXCHANGES; n++) {
    const sentMs = processMs()
    time.learn(sentMs, await ask())
  }
}
