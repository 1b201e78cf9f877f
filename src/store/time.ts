/**
 * The store's clock as this machine reads it: its own stopwatch, and how far that is off. Each exchange bounds that from both
 * sides: the store looked at its clock after it was asked and before it was heard. What all of them leave open is a fraction of what
 * the quickest took, also where the way there is slow at one time and the way back at another.
 */
import type { TimeSource } from '../clock/time-source.js'
import { processMs } from '../clock/timers.js'

export interface StoreTime extends TimeSource {
  /** Microseconds since 1970, whole; each is later than the one before. */
  stampUs(): number
  /** The store said what time it is, in seconds and microseconds, somewhere between a moment of the stopwatch and now. */
  learn(sentMs: number, told: readonly (string | number)[]): void
  /** The most that it can be wrong, ms. */
  readonly errorMs: number
}

/** Stopwatches of two machines drift apart by less, ms each ms. */
const DRIFT = 1e-4

export function createStoreTime(): StoreTime {
  let leastMs = Number.NEGATIVE_INFINITY
  let mostMs = Number.POSITIVE_INFINITY
  let learnedMs = 0
  let offsetMs = 0
  let lastMs = 0
  let lastUs = 0
  /** It never goes back: after a step back it stands until that is made up for. */
  const nowMs = (): number => {
    lastMs = Math.max(lastMs, processMs() + offsetMs)
    return lastMs
  }
  return {
    elapsedMs: nowMs,
    wallMs: nowMs,
    stampUs() {
      lastUs = Math.max(lastUs + 1, Math.floor(nowMs() * 1000))
      return lastUs
    },
    learn(sentMs, [seconds, micros]) {
      const heardMs = processMs()
      const storeMs = Number(seconds) * 1000 + Number(micros) / 1000
      const driftMs = (heardMs - learnedMs) * DRIFT
      learnedMs = heardMs
      leastMs = Math.max(leastMs - driftMs, storeMs - heardMs)
      mostMs = Math.min(mostMs + driftMs, storeMs - sentMs)
      if (leastMs > mostMs) {
        // Somebody has set the store's clock: what was known before says nothing.
        leastMs = storeMs - heardMs
        mostMs = storeMs - sentMs
      }
      offsetMs = (leastMs + mostMs) / 2
    },
    get errorMs() {
      return (mostMs - leastMs) / 2
    },
  }
}

const FIRST_EXCHANGES = 16

/** Reads the store's clock for the first time. `ask` answers seconds and microseconds. */
export async function firstExchanges(
  time: StoreTime,
  ask: () => Promise<readonly (string | number)[]>,
): Promise<void> {
  for (let n = 0; n < FIRST_EXCHANGES; n++) {
    const sentMs = processMs()
    time.learn(sentMs, await ask())
  }
}
