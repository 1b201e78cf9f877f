/** Something that should always be open: opened anew when it ends, later and later while it fails. */
import { after } from './machine.js'

const FIRST_MS = 250
const MOST_MS = 4000

export interface Retried {
  /** Opens it; resolves or rejects when it has ended. `alive` is called with its first sign of life. */
  readonly run: (signal: AbortSignal, alive: () => void) => Promise<void>
  /** Called when it has ended; says whether to open it again. */
  readonly ended: (failure: Error | undefined) => boolean
}

/** Begins; what is returned ends it. */
export function retrying({ run, ended }: Retried): () => void {
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
    waitMs = Math.min(waitMs * 2, MOST_MS)
  }
  open()
  return () => {
    cancel()
    closing.abort()
  }
}
