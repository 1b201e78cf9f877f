/** Real-time waits that can all be ended at once. */
import { LONGEST_TIMER_MS, yieldToEventLoop } from './timers.js'

/** Counter of waits, shared by all sessions. */
export interface HeldCount {
  count: number
  readonly most: number
}

/** Requests held per server: their sockets, buffers and timers weigh some kB each. */
export const MAX_HELD = 100_000

const FREED_PER_TURN = 100

/** A class with a lazy set: each of thousands of sessions has one. */
export class HeldRequests {
  readonly #all: HeldCount
  #waiting: Set<() => void> | undefined
  #timesFreed = 0

  constructor(all: HeldCount = { count: 0, most: MAX_HELD }) {
    this.#all = all
  }

  /**
   * Waits for `ms` (Infinity: until freed) or until the signal aborts; true if cut short. Returns at once if `free` was
   * called after `since`, an earlier `timesFreed`.
   */
  wait(ms: number, signal: AbortSignal, since = this.#timesFreed): Promise<boolean> {
    if (this.#timesFreed > since) return Promise.resolve(true)
    this.#waiting ??= new Set()
    const waiting = this.#waiting
    return new Promise((resolve) => {
      const finish = (cutShort: boolean) => {
        clearTimeout(timer)
        if (waiting.delete(cut)) this.#all.count--
        signal.removeEventListener('abort', cut)
        resolve(cutShort)
      }
      const cut = () => finish(true)
      const timer = ms <= LONGEST_TIMER_MS ? setTimeout(() => finish(false), ms) : undefined
      waiting.add(cut)
      this.#all.count++
      signal.addEventListener('abort', cut)
      if (signal.aborted) cut()
    })
  }

  /** Ends all waits, spread over turns of the event loop: thousands of replies in one turn would block all others. */
  free(): void {
    this.#timesFreed++
    if (this.held > 0) void endInTurns([...(this.#waiting ?? [])])
  }

  get timesFreed(): number {
    return this.#timesFreed
  }

  get held(): number {
    return this.#waiting?.size ?? 0
  }

  get isFull(): boolean {
    return this.#all.count >= this.#all.most
  }
}

async function endInTurns(cuts: readonly (() => void)[]): Promise<void> {
  for (const [index, cut] of cuts.entries()) {
    if (index > 0 && index % FREED_PER_TURN === 0) await yieldToEventLoop()
    cut()
  }
}
