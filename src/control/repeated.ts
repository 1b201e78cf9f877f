/** How a session is shown again by another server. */
import type { ClockSetting } from '../clock/clock.js'
import type { Dialect } from '../endpoints/define.js'
import type { Written } from '../scenario/schema.js'

/** What a server must be told to show what a session shows. */
export interface Repeated {
  readonly seed: string
  readonly dialect: Dialect
  readonly clock: Pick<ClockSetting, 'mode' | 'rate'>
  readonly atMs: number
  /** A name of the library or a file, and what it says itself. */
  readonly scenario: { readonly file: string; readonly says: Written['says'] } | undefined
}

export interface Repetition {
  readonly command: string
  /** What no command line says, in words. */
  readonly notes: readonly string[]
}
