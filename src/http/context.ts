import type { Session } from '../session/session.js'

/** What all of `http/` is given. */
export interface HttpContext {
  readonly session: Session
  /** Leaves out the x-gmx-sim-… headers. */
  readonly quietHeaders: boolean
  /** Told of our own bugs; the client only sees that there was one. */
  readonly onBug: (error: unknown) => void
}
