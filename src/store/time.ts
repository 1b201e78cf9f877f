/**
 * The store's clock as this machine reads it: its own stopwatch, and how far that is off, as told by the exchange that took the
 * least. Half of what that took is the most that it can be wrong.
 */
import type { TimeSource } from '../clock/time-source.js'
import { processMs } from '../clock/timers.js'

export interface StoreTime extends TimeSource {
  /** Microseconds since 1970, whole; each is later than the one before. */
  stampUs(): number
  /** The store said what time it is, somewhere between two instants of the stopwatch. */
  learn(sentMs: number, heardMs: number, storeMs: number): void
  /** The most that it can be wrong, ms. */
  readonly errorMs: number
}

/** So many exchanges are looked back upon: stopwatches of two machines drift apart by some 50 us a second. */
const REMEMBERED = 20

export function createStoreTime(): StoreTime {
  const seen: { readonly tookMs: number; readonly offsetMs: number }[] = []
  let offsetMs = 0
  let errorMs = Number.POSITIVE_INFINITY
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
    learn(sentMs, heardMs, storeMs) {
      seen.push({ tookMs: heardMs - sentMs, offsetMs: storeMs - (sentMs + heardMs) / 2 })
      if (seen.length > REMEMBERED) seen.shift()
      const best = seen.reduce((least, one) => (one.tookMs < least.tookMs ? one : least))
      offsetMs = best.offsetMs
      errorMs = best.tookMs / 2
    },
    get errorMs() {
      return errorMs
    },
  }
}

const FIRST_EXCHANGES = 8

/** Reads the store's clock for the first time. `ask` answers seconds and microseconds. */
export async function firstExchanges(
  time: StoreTime,
  ask: () => Promise<readonly (string | number)[]>,
): Promise<void> {
  for (let n = 0; n < FIRST_EXCHANGES; n++) {
    const sentMs = processMs()
    const [seconds, micros] = await ask()
    time.learn(sentMs, processMs(), Number(seconds) * 1000 + Number(micros) / 1000)
  }
}
