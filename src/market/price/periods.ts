import { LEVEL_SECONDS, MINUTE_LEVEL } from './levels.js'

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

const byPeriod = (of: (level: number) => number) =>
  Object.fromEntries(PERIODS.map((period, n) => [period, of(MINUTE_LEVEL - n)])) as Readonly<
    Record<Period, number>
  >

export const PERIOD_LEVEL = byPeriod((level) => level)
export const PERIOD_SECONDS = byPeriod((level) => LEVEL_SECONDS[level])

export function layingOf(periodSeconds: number): { readonly level: number; readonly parts: number } {
  const level = LEVEL_SECONDS.findIndex((seconds) => periodSeconds % seconds === 0)
  return { level, parts: periodSeconds / LEVEL_SECONDS[level] }
}
