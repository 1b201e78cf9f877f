/**
 * High and low of a Brownian bridge. Each alone has a known law: with body b and variance v it lies beyond the middle
 * of first and last by sqrt(b² + 2 v E) / 2, E exponential. Together they oppose each other: a path that went far up had
 * less time to go far down (correlation -0.66 for b = 0). Hence one uniform for the high, and its jittered mirror
 * image for the low.
 */
import { exponentialQuantile } from '../core/random.js'

/** Width of the jitter; 0.8 gives a correlation of -0.67. */
const JITTER = 0.8
const LEAST = 1e-10

/** What `drawExtremes` drew last: one reused pair, as this runs millions of times. */
export const extremes = { high: 0, low: 0 }

/** Puts them into `extremes`. `upper` and `jitter` are uniform in (0, 1): one for the high and most of the low. */
export function drawExtremes(
  upper: number,
  jitter: number,
  first: number,
  last: number,
  variance: number,
): void {
  let lower = 1 - upper + JITTER * (jitter - 0.5)
  if (lower < LEAST) lower = 2 * LEAST - lower
  else if (lower > 1 - LEAST) lower = 2 - 2 * LEAST - lower
  const body = (last - first) * (last - first)
  const middle = first + last
  extremes.high = (middle + Math.sqrt(body + 2 * variance * exponentialQuantile(upper))) / 2
  extremes.low = (middle - Math.sqrt(body + 2 * variance * exponentialQuantile(lower))) / 2
}
