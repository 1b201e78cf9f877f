import { type ClockState, createClock } from '../clock/clock.js'
import type { TimeSource } from '../clock/time-source.js'
import type { SessionState } from './session.js'

/** The state of a snapshot from now on: its clock continues from `clock`, and its rules count under `countsId`. */
export function resumed(
  before: SessionState,
  clock: ClockState,
  countsId: string,
  time: TimeSource,
): SessionState {
  const runs = before.runs.map((run) => (run.countsId === before.countsId ? { ...run, countsId } : run))
  return { ...before, countsId, runs, clock: createClock(clock, time).origin() }
}
