/**
 * Virtual clock, kept as (mode, rate, origin, monotonic origin): reading it changes nothing, and setting the
 * machine's clock does not move it.
 */
import { MACHINE_TIME, type TimeSource } from './time-source.js'

export const CLOCK_MODES = ['real', 'frozen'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

/** Unix ms, or the machine's time when the clock is set. */
export type ClockStart = number | 'now'

export interface ClockSetting {
  readonly mode: ClockMode
  /** Virtual seconds per real second. */
  readonly rate: number
  /** Default: the machine's time. */
  readonly atMs?: ClockStart
}

export interface ClockChange {
  readonly mode?: ClockMode | undefined
  readonly rate?: number | undefined
  readonly at?: ClockStart | undefined
}

export function toClockSetting({ mode, rate, at }: ClockChange): Partial<ClockSetting> {
  return { ...(mode && { mode }), ...(rate !== undefined && { rate }), ...(at !== undefined && { atMs: at }) }
}

export type ClockState = Required<ClockSetting> & { readonly atMs: number }

/** State of a clock in a form that all users of its time source read alike. */
export interface ClockOrigin {
  readonly mode: ClockMode
  readonly rate: number
  /** Virtual Unix ms at `sinceMs` of the time source. */
  readonly originMs: number
  readonly sinceMs: number
}

export interface ClockReading {
  readonly nowMs: number
  readonly elapsedMs: number
}

export interface Clock {
  /** Virtual Unix ms. */
  nowMs(): number
  /** Virtual time and the time source's reading of the same moment. */
  reading(): ClockReading
  /** Setting of a clock that continues from the present instant. */
  setting(): ClockState
  /** Changes the given fields; the rest stays, the instant included. */
  set(change: Partial<ClockSetting>): void
  /** Moves the clock by `byMs`, back if negative. */
  advance(byMs: number): void
  origin(): ClockOrigin
  /** Adopts the origin of another clock with the same time source. */
  follow(origin: ClockOrigin): void
  /** Registers a listener that runs after each change, to reschedule what depends on the clock. */
  onChange(listener: () => void): void
}

export function createClock(
  { mode, rate, atMs = 'now' }: ClockSetting,
  time: TimeSource = MACHINE_TIME,
): Clock {
  const toMs = (start: ClockStart): number => (start === 'now' ? time.wallMs() : start)
  let state: ClockOrigin = { mode, rate, originMs: toMs(atMs), sinceMs: time.elapsedMs() }
  const listeners: (() => void)[] = []
  const change = (to: ClockOrigin) => {
    state = to
    for (const listener of listeners) listener()
  }
  const shownAt = (elapsedMs: number) => state.originMs + (elapsedMs - state.sinceMs) * state.rate
  const nowMs = () => (state.mode === 'frozen' ? state.originMs : shownAt(time.elapsedMs()))
  return {
    nowMs,
    reading() {
      const elapsedMs = time.elapsedMs()
      return { nowMs: state.mode === 'frozen' ? state.originMs : shownAt(elapsedMs), elapsedMs }
    },
    setting: () => ({ mode: state.mode, rate: state.rate, atMs: nowMs() }),
    set({ mode = state.mode, rate = state.rate, atMs = nowMs() }) {
      change({ mode, rate, originMs: toMs(atMs), sinceMs: time.elapsedMs() })
    },
    advance(byMs) {
      change({ ...state, originMs: state.originMs + byMs })
    },
    origin: () => state,
    follow: change,
    onChange: (listener) => void listeners.push(listener),
  }
}
