/** 95 % confidence intervals of counts and slopes. */
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

/** Quantiles of Student's t distribution by degrees of freedom, from 1. */
const T = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23]

export type Slope = ReturnType<typeof slopeWithInterval>

/** Least-squares slope that series share, each over 0, 1, 2, … with its own level; at least three values in one. */
export function slopeWithInterval(series: readonly (readonly number[])[]) {
  const points = series.flatMap((values) => {
    const [meanX, meanY] = [(values.length - 1) / 2, meanOf(values)]
    return values.map((value, x) => [x - meanX, value - meanY] as const)
  })
  const spread = points.reduce((sum, [x]) => sum + x ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + x * y, 0) / spread
  const freedom = points.length - series.length - 1
  const variance = points.reduce((sum, [x, y]) => sum + (y - slope * x) ** 2, 0) / freedom
  const half = (T[freedom - 1] ?? Z) * Math.sqrt(variance / spread)
  const interval: Interval = [slope - half, slope + half]
  return { slope, interval }
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
