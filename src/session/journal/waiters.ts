/** Pending waits for a number of matching entries. Each counts new entries itself: kept ones are searched once. */
import { type EntryFilter, isMatch, type JournalRecord } from './entry.js'

interface Waiter {
  readonly filter: EntryFilter
  /** The number of matching entries so far. */
  seen: number
  check(): void
}

/** A class, with a set that is created by the first wait: each of thousands of sessions has one. */
export class Waiters {
  readonly #count: (filter: EntryFilter) => number
  #waiting: Set<Waiter> | undefined

  /** `count` returns the present number of matching entries. */
  constructor(count: (filter: EntryFilter) => number) {
    this.#count = count
  }

  /** Resolves as soon as `wanted` entries match; false when one of the signals ended the wait first. */
  wait(filter: EntryFilter, wanted: number, signals: readonly AbortSignal[]): Promise<boolean> {
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

  /** Counts a new line. */
  see(line: JournalRecord): void {
    if (this.#waiting === undefined) return
    this.#update(({ filter, seen }) => (isMatch(line, filter) ? seen + 1 : seen))
  }

  /** Recounts after lines were removed, restored or changed. */
  recount(): void {
    this.#update(({ filter }) => this.#count(filter))
  }

  #update(seenBy: (waiter: Waiter) => number): void {
    for (const waiter of this.#waiting ?? []) {
      waiter.seen = seenBy(waiter)
      waiter.check()
    }
  }

  get size(): number {
    return this.#waiting?.size ?? 0
  }
}
