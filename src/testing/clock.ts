/** The virtual clock as a test moves it: within the years that the market knows, and refused in words elsewhere. */
import type { ClockSetting } from '../clock/clock.js'
import { clockChange, toClockSetting } from '../http/control/clock.js'
import type { Duration } from '../scenario/input.js'
import type { Session } from '../session/session.js'
import type { ClockOptions } from './api.js'
import { checked, mistake, toMs } from './mistakes.js'

const LATEST_MS = Date.parse('2100-01-01T00:00:00Z')

const CLOCK_HINT = "write an object such as { mode: 'frozen', at: '2026-03-01T12:00:00Z' }"

export function readClock(options: ClockOptions): Partial<ClockSetting> {
  const at = options?.at
  const given = at instanceof Date ? { ...options, at: isoOf(at) } : options
  return toClockSetting(checked(clockChange, given, 'the clock', CLOCK_HINT))
}

export function changeClock({ clock }: Session, change: ClockOptions): void {
  clock.set(readClock(change))
}

export function moveClock({ clock }: Session, by: Duration): void {
  const byMs = toMs(by, 'the time to advance by')
  requireWithinTime(clock.nowMs() + byMs, by)
  clock.advance(byMs)
}

export function requireWithinTime(atMs: number, by: string): void {
  if (atMs <= LATEST_MS) return
  throw mistake(
    'the clock cannot go beyond 2100',
    `${by} would lead there`,
    'advance by less, or set the clock to an earlier instant',
  )
}

/** A Date that is none is left to be refused as text. */
function isoOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? String(date) : date.toISOString()
}
