import { LEVEL_SECONDS } from './levels.js'

export { DAY_LEVEL, DAY_SECONDS, LEVEL_SECONDS, MINUTE_LEVEL, TICK_LEVEL } from './levels.js'

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
