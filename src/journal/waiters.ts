/** Those who wait until so many entries match. Each counts what comes by itself: what is kept is looked through once. */
import { isMatch, type JournalFilter, type Line } from './entry.js'

export interface Waiters {
  /** Resolves as soon as `count` entries match; false when one of the signals ended the wait first. */
  wait(filter: JournalFilter, count: number, signals: readonly AbortSignal[]): Promise<boolean>
  /** A line has come. */
  see(line: Line): void
  /** Lines have gone, come back, or become other than they were. */
  recount(): void
  readonly size: number
}

interface Waiter {
  readonly filter: JournalFilter
  /** How many that match have come. */
  seen: number
  check(): void
}

/** `count` tells how many match now. */
export function createWaiters(count: (filter: JournalFilter) => number): Waiters {
  return new JournalWaiters(count)
}

/** A class, and its set made when somebody waits: each of thousands of sessions has one. */
class JournalWaiters implements Waiters {
  readonly #count: (filter: JournalFilter) => number
  #waiting: Set<Waiter> | undefined

  constructor(count: (filter: JournalFilter) => number) {
    this.#count = count
  }

  wait(filter: JournalFilter, wanted: number, signals: readonly AbortSignal[]): Promise<boolean> {
    this.#waiting ??= new Set()
    const waiting = this.#waiting
    return new Promise((resolve) => {
      const finish = (reached: boolean) => {
        waiting.delete(waiter)
        for (const signal of signals) signal.removeEventListener('abort', giveUp)
        resolve(reached)
      }
      const waiter: Waiter = {
        filter,
        seen: this.#count(filter),
        check() {
          if (waiter.seen >= wanted) finish(true)
        },
      }
      const giveUp = () => finish(false)
      waiting.add(waiter)
      for (const signal of signals) signal.addEventListener('abort', giveUp)
      if (signals.some(({ aborted }) => aborted)) giveUp()
      else waiter.check()
    })
  }

  see(line: Line): void {
    if (this.#waiting === undefined) return
    for (const waiter of this.#waiting) {
      if (!isMatch(line, waiter.filter)) continue
      waiter.seen++
      waiter.check()
    }
  }

  recount(): void {
    if (this.#waiting === undefined) return
    for (const waiter of this.#waiting) {
      waiter.seen = this.#count(waiter.filter)
      waiter.check()
    }
  }

  get size(): number {
    return this.#waiting?.size ?? 0
  }
}
