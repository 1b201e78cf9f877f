/** Cache windows: the as-of instant of a reply and how long it stays the same. */
import { groupBy } from '../../kit/maps.js'
import { PERIODS } from '../../market/price/periods.js'
import type { Endpoint } from './define.js'

/**
 * Floors an instant to the endpoint's cache window. Windows are aligned to the epoch; those that do not divide a
 * second (0.3 s) restart at each whole second. The same query in the same window thus has the same answer on every
 * replica.
 */
export function asOf(nowMs: number, windowMs: number): number {
  if (windowMs === 0) return Math.floor(nowMs)
  const start = windowMs < 1000 ? Math.floor(nowMs / 1000) * 1000 : 0
  return start + Math.floor((nowMs - start) / windowMs) * windowMs
}

/** `none`, `1 s`, or `15 s (1m, 5m), 60 s (15m, …)` if it depends on the period. */
export function cacheWindowOf({ windowMs }: Pick<Endpoint, 'windowMs'>): string {
  const periods = groupBy(PERIODS, (period) => durationOf(windowMs({ period, timeframe: period })))
  if (periods.size === 1) return [...periods.keys()][0]
  return [...periods].map(([window, names]) => `${window} (${names.join(', ')})`).join(', ')
}

function durationOf(ms: number): string {
  if (ms === 0) return 'none'
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 1000} s`
}
