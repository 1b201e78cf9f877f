/** Virtual clock by mode, rate and origins: reading it changes nothing, the machine's clock does not move it. */
import type { ClockJump } from './jump.js'
import { processMs } from './timers.js'

/** The furthest instant of a Date, ms before or after 1970. */
export const FURTHEST_MS = 8.64e15

export const CLOCK_MODES = ['real', 'frozen'] as const
export type ClockMode = (typeof CLOCK_MODES)[number]

/** Unix ms, or the machine's time when the clock is set. */
export type ClockStart = number | 'now'

export interface ClockSetting {
  readonly mode: ClockMode
  /** Virtual seconds per real second while the clock runs. */
  readonly rate: number
  /** Start; the machine's time by default. */
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

export interface ClockOrigin {
  readonly mode: ClockMode
  readonly rate: number
  /** Virtual Unix ms at `sinceMs` of the time source. */
  readonly originMs: number
  readonly sinceMs: number
}

const MAX_JUMPS = 1000

export type Clock = ReturnType<typeof createClock>

export function createClock({ mode, rate, atMs = 'now' }: ClockSetting, time: TimeSource = MACHINE_TIME) {
  const toMs = (start: ClockStart): number => (start === 'now' ? time.wallMs() : start)
  let state: ClockOrigin = { mode, rate, originMs: toMs(atMs), sinceMs: time.elapsedMs() }
  const listeners: (() => void)[] = []
  const jumps: ClockJump[] = []
  /** Adopts the origin of another clock with the same time source. */
  const follow = (origin: ClockOrigin): void => {
    const before = reading()
    const isRunning = state.mode === 'real' && origin.mode === 'real'
    state = origin
    const runMs = (before.elapsedMs - origin.sinceMs) * origin.rate
    const byMs = origin.originMs + runMs - before.nowMs
    if (isRunning && byMs >= 1) jumps.push({ atMs: before.nowMs, byMs })
    if (jumps.length > MAX_JUMPS) jumps.shift()
    for (const listener of listeners) listener()
  }
  /** Virtual time and the time source's reading of the same moment. */
  const reading = () => {
    const elapsedMs = time.elapsedMs()
    const { originMs, sinceMs } = state
    const runMs = state.mode === 'frozen' ? 0 : (elapsedMs - sinceMs) * state.rate
    return { nowMs: Math.max(-FURTHEST_MS, Math.min(originMs + runMs, FURTHEST_MS)), elapsedMs }
  }
  const nowMs = (): number => (state.mode === 'frozen' ? state.originMs : reading().nowMs)
  return {
    nowMs,
    reading,
    follow,
    origin: () => state,
    /** The latest moves while it ran: only these are no passing of time, as a frozen clock passes it so. */
    jumps: (): readonly ClockJump[] => jumps,
    /** Setting of a clock that continues from the present instant. */
    setting: (): ClockState => ({ mode: state.mode, rate: state.rate, atMs: nowMs() }),
    /** Changes the given fields; the rest stays, the instant included. */
    set({ mode = state.mode, rate = state.rate, atMs = nowMs() }: Partial<ClockSetting>): void {
      follow({ mode, rate, originMs: toMs(atMs), sinceMs: time.elapsedMs() })
    },
    advance(byMs: number): void {
      follow({ ...state, originMs: state.originMs + byMs })
    },
    /** Registers a listener that runs after each change, to reschedule what depends on the clock. */
    onChange: (listener: () => void) => void listeners.push(listener),
  }
}

/** Time source of clocks: the machine's, or one shared by several machines. */
export interface TimeSource {
  /** Monotonic ms since a moment that all users of the source share. */
  elapsedMs(): number
  wallMs(): number
}

/** Process time: setting the machine's clock does not change elapsed time. */
export const MACHINE_TIME: TimeSource = { elapsedMs: processMs, wallMs: () => Date.now() }
