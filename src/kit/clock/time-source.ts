import { processMs } from './timers.js'

/** Time source of clocks: the machine's, or one shared by several machines. */
export interface TimeSource {
  /** Monotonic ms since a moment that all users of the source share. */
  elapsedMs(): number
  wallMs(): number
}

/** Process time: setting the machine's clock does not change elapsed time. */
export const MACHINE_TIME: TimeSource = { elapsedMs: processMs, wallMs: () => Date.now() }
