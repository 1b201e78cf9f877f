/**
 * The virtual clock. All data is a function of its instant; nothing else in the simulator asks what time it is. It is
 * kept as (mode, rate, origin, monotonic origin), so that reading it changes nothing and a machine whose clock is set
 * does not move it.
 */
import { processMs } from './timers.js'

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

/** A setting with its instant. */
export type ClockState = Required<ClockSetting> & { readonly atMs: number }

export interface Clock {
  /** Virtual ms since 1970. */
  nowMs(): number
  /** What it would take to make a clock that stands or runs as this one does now. */
  setting(): ClockState
  /** Changes what is given: stops, runs, travels. What is not given stays, the instant too. */
  set(change: Partial<ClockSetting>): void
  /** Moves it forward by ms, back where that is negative. */
  advance(byMs: number): void
  /** Is called after each change: whatever was planned by this clock must be planned anew. */
  onChange(listener: () => void): void
}

export function createClock({ mode, rate, atMs = 'now' }: ClockSetting): Clock {
  /** Virtual ms since 1970 at which it stands, or stood at `sinceMs` on the process's stopwatch. */
  let state = { mode, rate, originMs: toMs(atMs), sinceMs: processMs() }
  const listeners: (() => void)[] = []
  const change = (to: typeof state) => {
    state = to
    for (const listener of listeners) listener()
  }
  const nowMs = () =>
    state.mode === 'frozen' ? state.originMs : state.originMs + (processMs() - state.sinceMs) * state.rate
  return {
    nowMs,
    setting: () => ({ mode: state.mode, rate: state.rate, atMs: nowMs() }),
    set({ mode = state.mode, rate = state.rate, atMs = nowMs() }) {
      change({ mode, rate, originMs: toMs(atMs), sinceMs: processMs() })
    },
    advance(byMs) {
      change({ ...state, originMs: state.originMs + byMs })
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

function toMs(start: ClockStart): number {
  return start === 'now' ? Date.now() : start
}
