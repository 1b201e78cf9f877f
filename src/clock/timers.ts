/** Real time, which passes whatever the virtual clock says: stopwatches, timers, and turns of the event loop. */
import * as timers from 'node:timers'

// Taken now: fake timers of a test replace what is found in the module later on.
const { setImmediate: realImmediate, setTimeout: realTimeout } = timers

/** Real ms since this process began; setting the machine's clock does not change it. */
export function processMs(): number {
  return performance.now()
}

/** Starts measuring; what it returns tells the real ms since. */
export function startStopwatch(): () => number {
  const startMs = performance.now()
  return () => performance.now() - startMs
}

/** A timer set for longer would go off at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Does something after `ms` of real time, without keeping the process alive for it; returns how to cancel it. */
export function later(ms: number, action: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (leftMs: number): void => {
    const nextMs = Math.min(leftMs, LONGEST_TIMER_MS)
    timer = setTimeout(() => (leftMs > nextMs ? wait(leftMs - nextMs) : action()), nextMs)
    timer.unref()
  }
  wait(ms)
  return () => clearTimeout(timer)
}

export interface Pause {
  /** Ends it early. */
  readonly signal?: AbortSignal
  /** Whether the process may end meanwhile. */
  readonly isIdle?: boolean
}

/** Waits for `ms` of real time; longer than any timer lasts, Infinity for one, is until the signal ends it. */
export function pause(ms: number, { signal, isIdle = false }: Pause = {}): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted || ms <= 0) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = ms <= LONGEST_TIMER_MS ? setTimeout(finish, ms) : undefined
    if (isIdle) timer?.unref()
    signal?.addEventListener('abort', finish)
  })
}

/** Calls `action` while `work` is pending: after `ms` of real time, then after twice as long, and so on. Settles as `work` does. */
export async function whilePending<Result>(
  work: Promise<Result>,
  ms: number,
  action: () => void,
): Promise<Result> {
  let cancel = () => {}
  const plan = (afterMs: number): void => {
    cancel = later(afterMs, () => {
      action()
      plan(afterMs * 2)
    })
  }
  plan(ms)
  try {
    return await work
  } finally {
    cancel()
  }
}

/** Lets everything that is ready happen once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void realImmediate(resolve))
}

/** Waits a real millisecond, or somewhat more. */
export function realMillisecond(): Promise<void> {
  return new Promise((resolve) => void realTimeout(resolve, 1))
}

const yielding: (() => void)[] = []

/**
 * Yields to the event loop in the middle of long work. However many tasks yield, one of them goes on in each turn, so that
 * other requests are answered in between.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    yielding.push(resolve)
    if (yielding.length === 1) realImmediate(resumeOne)
  })
}

function resumeOne(): void {
  yielding.shift()?.()
  if (yielding.length > 0) realImmediate(resumeOne)
}
