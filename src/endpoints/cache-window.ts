/** An endpoint's cache window in words, for whatever documents it. */
import { PERIODS } from '../price/periods.js'
import type { Endpoint } from './define.js'

/** `none`, `1 s`, or `15 s (1m, 5m), 60 s (15m, …)` where it depends on the period that is asked for. */
export function cacheWindowOf({ windowMs }: Pick<Endpoint, 'windowMs'>): string {
  const periods = new Map<string, string[]>()
  for (const period of PERIODS) {
    const window = durationOf(windowMs({ period }))
    periods.set(window, [...(periods.get(window) ?? []), period])
  }
  if (periods.size === 1) return [...periods.keys()][0]
  return [...periods].map(([window, names]) => `${window} (${names.join(', ')})`).join(', ')
}

function durationOf(ms: number): string {
  if (ms === 0) return 'none'
  return ms % 3_600_000 === 0 ? `${ms / 3_600_000} h` : `${ms / 1000} s`
}
