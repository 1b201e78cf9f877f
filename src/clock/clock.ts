/**
 * The virtual clock. All data is a function of its instant; nothing else in the simulator asks what time it is. It is
 * kept as (mode, rate, origin, monotonic origin), so that reading it changes nothing and a machine whose clock is set
 * does not move it.
 */
import { MACHINE_TIME, type TimeSource } from './time-source.js'

export const CLOCK_MODES = ['real', 'frozen'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

/** An instant in ms since 1970, or the machine's time at the moment when the clock is set. */
export type ClockStart = number | 'now'

export interface ClockSetting {
  readonly mode: ClockMode
  /** Virtual seconds per real second while the clock runs. */
  readonly rate: number
  /** Where it starts; the machine's time when left out. */
  readonly atMs?: ClockStart
}

/** What is to be set, as scenarios and control calls say it. */
export interface ClockChange {
  readonly mode?: ClockMode | undefined
  readonly rate?: number | undefined
  readonly at?: ClockStart | undefined
}

export function toClockSetting({ mode, rate, at }: ClockChange): Partial<ClockSetting> {
  return { ...(mode && { mode }), ...(rate !== undefined && { rate }), ...(at !== undefined && { atMs: at }) }
}

/** A setting with its instant. */
export type ClockState = Required<ClockSetting> & { readonly atMs: number }

/** Where a clock stands, in a way that all who share its time read alike. */
export interface ClockOrigin {
  readonly mode: ClockMode
  readonly rate: number
  /** Virtual ms since 1970 at which it stands, or stood at `sinceMs` of its time source. */
  readonly originMs: number
  readonly sinceMs: number
}

export interface ClockReading {
  readonly nowMs: number
  readonly elapsedMs: number
}

export interface Clock {
  /** Virtual ms since 1970. */
  nowMs(): number
  /** The same, and what its time source says at that moment. */
  reading(): ClockReading
  /** What it would take to make a clock that stands or runs as this one does now. */
  setting(): ClockState
  /** Changes what is given: stops, runs, travels. What is not given stays, the instant too. */
  set(change: Partial<ClockSetting>): void
  /** Moves it forward by ms, back where that is negative. */
  advance(byMs: number): void
  origin(): ClockOrigin
  /** Makes it the clock that another one is which has the same time. */
  follow(origin: ClockOrigin): void
  /** Is called after each change: whatever was planned by this clock must be planned anew. */
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
