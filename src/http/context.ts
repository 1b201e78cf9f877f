import type { Response } from 'express'
import type { ServedSession, ServedSessions } from '../session/served.js'
import type { Sessions } from '../session/sessions.js'
import type { Memo } from './memo.js'

/** What all of `http/` is given. */
export interface HttpContext {
  readonly sessions: ServedSessions
  /** Finished replies; none are kept where this is left out. */
  readonly memo?: Memo
  /** Leaves out the x-gmx-sim-… headers. */
  readonly quietHeaders: boolean
  /** Told of our own bugs; the client only sees that there was one. */
  readonly onBug: (error: unknown) => void
  /** The control API; undefined where there is none. */
  readonly control?: ControlSettings
}

export interface ControlSettings {
  /** What it drives. */
  readonly sessions: Sessions
  /** What `authorization: Bearer` must carry; undefined where none is needed. */
  readonly token: string | undefined
  /** Set on an address that other machines reach: without a token, control is then refused. */
  readonly isPublic: boolean
  readonly instanceId: string
  readonly version: string
  readonly algorithm: number
}

/** The session that a request is for: the one of these in its path, or else the server's own. */
export function sessionOf<S extends ServedSession>({ root }: { readonly root: S }, response: Response): S {
  return (response.locals as { session?: S }).session ?? root
}

export function setSession(response: Response, session: ServedSession): void {
  ;(response.locals as { session?: ServedSession }).session = session
}
