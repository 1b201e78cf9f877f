/**
 * The virtual clock. All data is a function of its instant; nothing else in the simulator asks what time it is. It is
 * kept as (origin, rate, monotonic origin), so that reading it changes nothing and a machine whose clock is set
 * does not move it.
 */
export type ClockMode = 'real' | 'frozen'

export interface ClockSetting {
  readonly mode: ClockMode
  /** Virtual seconds per real second while the clock runs. */
  readonly rate: number
  /** Where it starts, in ms since 1970; the machine's time when left out. */
  readonly atMs?: number
}

export interface Clock {
  /** Virtual ms since 1970. */
  nowMs(): number
  readonly mode: ClockMode
  readonly rate: number
}

/** The machine's time in ms since 1970. */
export function machineNowMs(): number {
  return Date.now()
}

export function createClock(setting: ClockSetting): Clock {
  const originMs = setting.atMs ?? machineNowMs()
  const monotonicOriginMs = performance.now()
  return {
    mode: setting.mode,
    rate: setting.rate,
    nowMs() {
      if (setting.mode === 'frozen') return originMs
      return originMs + (performance.now() - monotonicOriginMs) * setting.rate
    },
  }
}
