import { DAY_SECONDS } from '../price/periods.js'
import { FIRST_SECOND } from '../price/prices.js'
import type { RatePeriod } from './rate-periods.js'

export const LENGTH_SECONDS: Readonly<Record<RatePeriod, number>> = {
  '1d': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '30d': 30 * DAY_SECONDS,
  '90d': 90 * DAY_SECONDS,
  '180d': 180 * DAY_SECONDS,
  '1y': 365 * DAY_SECONDS,
  total: 730 * DAY_SECONDS,
}

/**
 * Start of a period that ends at `atSeconds`. `total` begins with a listing less than two years ago, but at least a
 * day ago; never before the beginning of time.
 */
export function beginOf(period: RatePeriod, listedAtSeconds: number | undefined, atSeconds: number): number {
  const begin = atSeconds - LENGTH_SECONDS[period]
  const isYounger =
    period === 'total' &&
    listedAtSeconds !== undefined &&
    listedAtSeconds > begin &&
    listedAtSeconds < atSeconds
  return Math.max(isYounger ? Math.min(listedAtSeconds, atSeconds - DAY_SECONDS) : begin, FIRST_SECOND)
}
