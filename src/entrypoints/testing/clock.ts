/** Clock operations for tests, with errors in terms of code. */
import { type ClockSetting, toClockSetting } from '../../kit/clock/clock.js'
import { ControlError, UserError } from '../../kit/errors.js'
import type { Duration } from '../../scenario/input.js'
import { advanceClock, clockChange, requireBefore2100 } from '../../server/control/clock-state.js'
import type { Session } from '../../session/session.js'
import type { ClockOptions } from './api.js'
import { checked, toMs } from './usage-errors.js'

const CLOCK_HINT = "write an object such as { mode: 'frozen', at: '2026-03-01T12:00:00Z' }"

export function readClock(options: ClockOptions): Partial<ClockSetting> {
  const at = options?.at
  const given = at instanceof Date ? { ...options, at: isoOf(at) } : options
  return toClockSetting(checked(clockChange, given, 'the clock', CLOCK_HINT))
}

export function changeClock({ clock }: Session, change: ClockOptions): void {
  clock.set(readClock(change))
}

export function moveClock(session: Session, by: Duration): void {
  const byMs = toMs(by, 'the time to advance by')
  moving(by, () => advanceClock(session.clock, byMs))
}

export function requireWithinTime(atMs: number, by: Duration): void {
  moving(by, () => requireBefore2100(atMs))
}

function moving(by: Duration, move: () => void): void {
  try {
    move()
  } catch (error) {
    if (error instanceof ControlError)
      throw new UserError(error.message, `${by} would lead there`, error.hint)
    throw error
  }
}

/** A Date that is none is left to be refused as text. */
function isoOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? String(date) : date.toISOString()
}
