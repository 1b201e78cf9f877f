/** 95 % confidence intervals of counts. */
import type { Interval } from './checks/define.js'

/** Standard deviations to either side. */
const Z = 1.96

/** Ratio of the rates of `count` and `baseline` events: log-normal, as both are Poisson counts. */
export function rateRatioInterval(ratio: number, baseline: number, count: number): Interval {
  const factor = Math.exp(Z * Math.sqrt(1 / baseline + 1 / count))
  return [ratio / factor, ratio * factor]
}

/** Share of `count` in `total`: Wilson score interval. */
export function shareInterval(count: number, total: number): Interval {
  const share = count / total
  const scale = 1 + Z ** 2 / total
  const middle = (share + Z ** 2 / (2 * total)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

const NARROW = 1.5

/** Whether a baseline of `count` events is known to a factor of 1.5 either way. */
export function isNarrow(baseline: number): boolean {
  return baseline > 0 && Math.exp(Z / Math.sqrt(baseline)) <= NARROW
}
