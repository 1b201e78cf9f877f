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
  return new HeldWaits(all)
}

/** A class, and its set made when somebody waits: each of thousands of sessions has one. */
class HeldWaits implements Waits {
  readonly #all: Held
  #waiting: Set<() => void> | undefined
  #timesFreed = 0

  constructor(all: Held) {
    this.#all = all
  }

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
      // Longer waits last until they are freed.
      const timer = ms <= LONGEST_TIMER_MS ? setTimeout(() => finish(false), ms) : undefined
      waiting.add(cut)
      this.#all.count++
      signal.addEventListener('abort', cut)
      if (signal.aborted) cut()
    })
  }

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
