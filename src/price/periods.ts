/**
 * Candle periods, shortest first, as the interface spells them. Candles are aligned to their period in UTC.
 *
 * @example
 * import { PERIODS } from 'gmx-sim'
 *
 * assert.deepEqual(PERIODS, ['1m', '5m', '15m', '1h', '4h', '1d'])
 */
export const PERIODS = ['1m', '5m', '15m', '1h', '4h', '1d'] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_SECONDS: Readonly<Record<Period, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}

export const DAY_SECONDS = PERIOD_SECONDS['1d']

/** Seconds by level of refinement: days (level 0) are refined to 4 h, those to 1 h, … and minutes to ticks. */
export const LEVEL_SECONDS = [86_400, 14_400, 3600, 900, 300, 60, 1] as const
export const DAY_LEVEL = 0
export const MINUTE_LEVEL = 5
export const TICK_LEVEL = 6

export const PERIOD_LEVEL: Readonly<Record<Period, number>> = {
  '1m': 5,
  '5m': 4,
  '15m': 3,
  '1h': 2,
  '4h': 1,
  '1d': 0,
}

export function layingOf(periodSeconds: number): { readonly level: number; readonly parts: number } {
  const level = LEVEL_SECONDS.findIndex((seconds) => periodSeconds % seconds === 0)
  return { level, parts: periodSeconds / LEVEL_SECONDS[level] }
}
