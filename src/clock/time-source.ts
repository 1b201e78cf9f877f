import { processMs } from './timers.js'

/** What clocks count by: the machine's time, or one that several machines have in common. */
export interface TimeSource {
  /** Ms since some moment, the same for all who share the source; never goes back. */
  elapsedMs(): number
  /** Ms since 1970. */
  wallMs(): number
}

/** That of this process. Setting the machine's clock does not change what has passed. */
export const MACHINE_TIME: TimeSource = { elapsedMs: processMs, wallMs: () => Date.now() }
