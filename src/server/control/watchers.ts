import { pause } from '../../kit/clock/timers.js'
import { ControlError } from '../../session/control-errors.js'

export const MAX_WATCHERS = 20
/** Concurrent `POST /journal/wait` calls per journal. */
export const MAX_WAITS = 1000
/** The longest wait for watchers to leave when the server stops: one that reads nothing never does. */
const LEAVE_MS = 1000

export type Watchers = ReturnType<typeof createWatchers>

export function createWatchers() {
  let count = 0
  const listeners = new Set<() => void>()
  let leaving = new AbortController()
  return {
    get count() {
      return count
    },
    /** Adds a watcher until the signal is aborted; throws a ControlError at the limit. */
    enter(gone: AbortSignal): void {
      if (count >= MAX_WATCHERS)
        throw new ControlError('too-many-watchers', `${MAX_WATCHERS} clients already watch this server`)
      if (gone.aborted) return
      count++
      gone.addEventListener('abort', () => void count--, { once: true })
    },
    /** Calls `listener` when the server stops. Returns a function that unsubscribes. */
    onStop(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) leaving.abort()
      }
    },
    /** Notifies all listeners; resolves when they have unsubscribed, or after a second. May be repeated for later ones. */
    async stop(): Promise<void> {
      for (const listener of listeners) listener()
      if (listeners.size === 0) return
      if (leaving.signal.aborted) leaving = new AbortController()
      await pause(LEAVE_MS, { signal: leaving.signal })
    },
  }
}
