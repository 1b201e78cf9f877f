import { after } from './timers.js'

const FIRST_MS = 250
const MAX_MS = 4000

export interface RetryState {
  /** Runs until it ends or fails. Calls `alive` when it works. */
  readonly run: (signal: AbortSignal, alive: () => void) => Promise<void>
  /** Returns whether to run again. */
  readonly ended: (failure: Error | undefined) => boolean
}

/** Runs something again whenever it ends, with exponential backoff; returns a function that stops it. */
export function retry({ run, ended }: RetryState): () => void {
  const closing = new AbortController()
  let waitMs = FIRST_MS
  let cancel = () => {}
  const alive = () => {
    waitMs = FIRST_MS
  }
  const open = () => {
    run(closing.signal, alive).then(
      () => again(undefined),
      (error: unknown) => again(error instanceof Error ? error : new Error(String(error))),
    )
  }
  const again = (failure: Error | undefined) => {
    if (closing.signal.aborted || !ended(failure)) return
    cancel = after(waitMs, open)
    waitMs = Math.min(waitMs * 2, MAX_MS)
  }
  open()
  return () => {
    cancel()
    closing.abort()
  }
}
