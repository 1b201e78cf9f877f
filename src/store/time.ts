/**
 * The store's clock as this machine reads it: its own stopwatch, and how far that is off. Each exchange bounds that from both
 * sides: the store looked at its clock after it was asked and before it was heard. What all of them leave open is a fraction of what
 * the quickest took, also where the way there is slow at one time and the way back at another.
 */
import { processMs } from '../clock/timers.js'

export type StoreTime = ReturnType<typeof createStoreTime>

/** Stopwatches of two machines drift apart by less, ms each ms. */
const DRIFT = 1e-4

export function createStoreTime() {
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
    /** Whole microseconds since 1970, later than any stamp before. */
    stampUs(): number {
      lastUs = Math.max(lastUs + 1, Math.floor(nowMs() * 1000))
      return lastUs
    },
    /** Takes a reading of the store's clock, in seconds and microseconds, made between `sentMs` of the stopwatch and now. */
    learn(sentMs: number, [seconds, micros]: readonly (string | number)[]): void {
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
