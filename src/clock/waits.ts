/** Waiting in real time, all of which can be ended at once. */
export interface Waits {
  /** Waits for `ms`, Infinity for as long as it takes, until it is freed or the signal ends it; true when cut short. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>
  /** The waits of one that comes now: once all were freed, none of its waits lasts, also those that begin later. */
  waiter(signal: () => AbortSignal): (ms: number) => Promise<boolean>
  /** Ends every wait now. */
  free(): void
  /** How many are waiting. */
  readonly held: number
}

/** The longest that a timer can be set for; longer waits last until they are freed. */
const MOST_TIMER_MS = 2 ** 31 - 1

export function createWaits(): Waits {
  const waiting = new Set<() => void>()
  let freed = 0
  const wait = (ms: number, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = (cutShort: boolean) => {
        clearTimeout(timer)
        waiting.delete(cut)
        signal.removeEventListener('abort', cut)
        resolve(cutShort)
      }
      const cut = () => finish(true)
      const timer = ms <= MOST_TIMER_MS ? setTimeout(() => finish(false), ms) : undefined
      waiting.add(cut)
      signal.addEventListener('abort', cut)
      if (signal.aborted) cut()
    })
  return {
    wait,
    waiter(signal) {
      const since = freed
      return async (ms) => freed > since || wait(ms, signal())
    },
    free() {
      freed++
      for (const cut of waiting) cut()
    },
    get held() {
      return waiting.size
    },
  }
}
