/** 95 % confidence intervals of counts. */

export type Interval = readonly [low: number, high: number]

/** Standard deviations to either side. */
const Z = 1.96

/** Ratio of the rates of `count` and `baseline` events: log-normal, as both are Poisson counts. */
export function rateRatioInterval(ratio: number, baseline: number, count: number): Interval {
  const factor = Math.exp(Z * Math.sqrt(1 / baseline + 1 / count))
  return [ratio / factor, ratio * factor]
}

const NARROW = 1.5

/** Whether a baseline of `count` events is known to a factor of 1.5 either way. */
export function isNarrow(baseline: number): boolean {
  return baseline > 0 && Math.exp(Z / Math.sqrt(baseline)) <= NARROW
}
