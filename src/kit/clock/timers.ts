/** Real time, independent of the virtual clock: stopwatches, timers, turns of the event loop. */
import * as timers from 'node:timers'

// Captured at load, as the fake timers of a test replace the module's functions later.
const { setImmediate: realImmediate, setTimeout: realTimeout } = timers

export function processMs(): number {
  return performance.now()
}

export function startStopwatch(): () => number {
  const startMs = performance.now()
  return () => performance.now() - startMs
}

/** Node fires timers longer than this at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Runs `action` after `ms` of real time without keeping the process alive; returns a cancel function. */
export function setTimer(ms: number, action: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (leftMs: number): void => {
    const nextMs = Math.min(leftMs, LONGEST_TIMER_MS)
    timer = setTimeout(() => (leftMs > nextMs ? wait(leftMs - nextMs) : action()), nextMs)
    timer.unref()
  }
  wait(ms)
  return () => clearTimeout(timer)
}

export interface PauseOptions {
  readonly signal?: AbortSignal
  /** Whether the process may exit meanwhile. */
  readonly isIdle?: boolean
}

/** Waits for `ms` of real time; beyond LONGEST_TIMER_MS only the signal ends the wait. */
export function pause(ms: number, { signal, isIdle = false }: PauseOptions = {}): Promise<void> {
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

/** Waits for `work`, but no longer than `ms` of real time. */
export async function waitAtMost(ms: number, work: Promise<unknown>, isIdle = false): Promise<void> {
  const done = new AbortController()
  try {
    await Promise.race([work, pause(ms, { signal: done.signal, isIdle })])
  } finally {
    done.abort()
  }
}

/** Calls `action` every `ms` while `work` is pending; settles as `work` does. */
export async function whilePending<Result>(
  work: Promise<Result>,
  ms: number,
  action: () => unknown,
): Promise<Result> {
  let cancel = () => {}
  const plan = (): void => {
    cancel = setTimer(ms, () => {
      action()
      plan()
    })
  }
  plan()
  try {
    return await work
  } finally {
    cancel()
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void realImmediate(resolve))
}

export function realMillisecond(): Promise<void> {
  return new Promise((resolve) => void realTimeout(resolve, 1))
}

const yielding: (() => void)[] = []

/** Yields to the event loop during long work. One task resumes per turn: others are served in between. */
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
