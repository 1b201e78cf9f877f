import { pause, processMs } from '../../kit/clock/timers.js'
import type { Session } from '../../session/session.js'
import type { Watchers } from './watchers.js'

export interface Throttle {
  /** Whether the session has ended, the server stops, or the watcher is gone. */
  readonly hasEnded: boolean
  /** Whether clock or scenario changed since the last call. */
  wasChanged(): boolean
  /** Time of the last change, by `processMs`; of the start if there was none. */
  readonly changedMs: number
  /** Waits `ms` of real time, or until something changes or ends. */
  pause(ms: number): Promise<void>
  /** Waits for `work`, or until it ends. */
  finish(work: void | Promise<void>): Promise<void>
  callOff(): void
}

/** Debounces changes. */
const FLOCK_MS = 100

export function createThrottle(session: Session, watchers: Watchers, gone: AbortSignal): Throttle {
  let hasEnded = gone.aborted
  let isChanged = false
  let changedMs = processMs()
  let waking = new AbortController()
  const waitFor = (ms: number) => {
    waking = new AbortController()
    return hasEnded ? undefined : pause(ms, { signal: waking.signal, isIdle: true })
  }
  let resolveEnded = () => {}
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve
  })
  const end = () => {
    hasEnded = true
    waking.abort()
    resolveEnded()
  }
  const callOffs = [
    session.onChange(() => {
      if (!isChanged) waking.abort()
      changedMs = processMs()
      isChanged = true
    }),
    session.onEnd(end),
    watchers.onStop(end),
    () => gone.removeEventListener('abort', end),
    () => waking.abort(),
  ]
  gone.addEventListener('abort', end)
  return {
    get hasEnded() {
      return hasEnded
    },
    get changedMs() {
      return changedMs
    },
    wasChanged() {
      const was = isChanged
      isChanged = false
      return was
    },
    async pause(ms) {
      if (!isChanged) await waitFor(ms)
      if (isChanged) await waitFor(FLOCK_MS)
    },
    finish: (work) => Promise.race([work, ended]),
    callOff() {
      for (const callOff of callOffs) callOff()
    },
  }
}
