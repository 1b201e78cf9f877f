/** How exactly durations are known. */

/** Timers fire late and clocks are read at different moments: a duration meets its bound within 50 ms + 2 %. */
const TOLERANCE_MS = 50
const TOLERANCE_SHARE = 0.02

/** Whether a duration exceeds a bound by more than the tolerance. */
export function isBeyond(ms: number, boundMs: number): boolean {
  return ms > toleratedMs(boundMs)
}

/** Longest duration that still meets a bound. */
export function toleratedMs(boundMs: number): number {
  return boundMs * (1 + TOLERANCE_SHARE) + TOLERANCE_MS
}
