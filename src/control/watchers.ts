/** Who watches a server, or waits for something there. */
import { ControlError } from '../core/errors.js'

export const MOST_WATCHERS = 20

export interface Watchers {
  /** One more, until the signal is aborted; a ControlError where there are as many as may be. */
  enter(gone: AbortSignal): void
  /** Is called when the server stops. Returns how to call that off. */
  onStop(listener: () => void): () => void
  /** The server stops; returns whether there is somebody to tell. Called again it tells those who came meanwhile. */
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
