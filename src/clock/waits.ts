/** Waiting in real time, all of which can be ended at once. */
import { LONGEST_TIMER_MS, yieldToEventLoop } from './timers.js'

export interface Waits {
  /**
   * Waits for `ms`, Infinity for as long as it takes, until it is freed or the signal ends it; true when cut short. A wait
   * does not last where all were freed after `since`, which is `timesFreed` of an earlier moment.
   */
  wait(ms: number, signal: AbortSignal, since?: number): Promise<boolean>
  /**
   * Ends every wait that there is: some now, the others in the next turns of the event loop, as whoever waited goes on to
   * answer, and thousands of answers in one turn would keep all others waiting.
   */
  free(): void
  readonly timesFreed: number
  /** How many are waiting. */
  readonly held: number
  /** Whether no more should be held. */
  readonly isFull: boolean
}

/** How many wait, in all waits that have it in common. */
export interface Held {
  count: number
  readonly most: number
}

/** So many requests a server holds: their sockets, buffers and timers weigh some kilobytes each. */
export const MOST_HELD = 100_000

/** Waits that end in one turn. */
const FREED_PER_TURN = 100

export function createWaits(all: Held = { count: 0, most: MOST_HELD }): Waits {
  const waiting = new Set<() => void>()
  let timesFreed = 0
  return {
    wait(ms, signal, since = timesFreed) {
      if (timesFreed > since) return Promise.resolve(true)
      return new Promise((resolve) => {
        const finish = (cutShort: boolean) => {
          clearTimeout(timer)
          if (waiting.delete(cut)) all.count--
          signal.removeEventListener('abort', cut)
          resolve(cutShort)
        }
        const cut = () => finish(true)
        // Longer waits last until they are freed.
        const timer = ms <= LONGEST_TIMER_MS ? setTimeout(() => finish(false), ms) : undefined
        waiting.add(cut)
        all.count++
        signal.addEventListener('abort', cut)
        if (signal.aborted) cut()
      })
    },
    free() {
      timesFreed++
      void endInTurns([...waiting])
    },
    get timesFreed() {
      return timesFreed
    },
    get held() {
      return waiting.size
    },
    get isFull() {
      return all.count >= all.most
    },
  }
}

async function endInTurns(cuts: readonly (() => void)[]): Promise<void> {
  for (const [index, cut] of cuts.entries()) {
    if (index > 0 && index % FREED_PER_TURN === 0) await yieldToEventLoop()
    cut()
  }
}
