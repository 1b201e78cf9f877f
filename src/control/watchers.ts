import { ControlError } from '../core/errors.js'

export const MOST_WATCHERS = 20

export interface Watchers {
  /** Adds a watcher until the signal is aborted; throws a ControlError at the limit. */
  enter(gone: AbortSignal): void
  /** Calls `listener` when the server stops. Returns a function that unsubscribes. */
  onStop(listener: () => void): () => void
  /** Notifies all listeners; returns whether there are any. May be repeated for later ones. */
  stop(): boolean
}

export function createWatchers(): Watchers {
  let count = 0
  const listeners = new Set<() => void>()
  return {
    enter(gone) {
      if (count >= MOST_WATCHERS)
        throw new ControlError('too-many-watchers', `${MOST_WATCHERS} watch this server already`)
      if (gone.aborted) return
      count++
      gone.addEventListener('abort', () => void count--, { once: true })
    },
    onStop(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      for (const listener of listeners) listener()
      return listeners.size > 0
    },
  }
}
