/**
 * How a candle's variance and time are shared among its children. The weights are random: volatility comes in bursts at
 * every scale, because a child hands on what it got.
 */
import type { CoupledDraws } from './coupled.js'

/** The least weight of a child; the most is this plus one. Lower: wilder minutes. */
const LEAST_WEIGHT = 0.3

/** Columns over the children of one parent. The elapsed parts run from 0 at the parent's first tick to 1 at its last. */
export interface VarianceWeights {
  readonly variance: Float64Array
  /** Variance between a child's first and last tick, and the standard deviation of that step. */
  readonly inner: Float64Array
  readonly innerSd: Float64Array
  /** Standard deviation of the one tick between a child's last and the next one's first. */
  readonly linkSd: Float64Array
  readonly elapsedAtFirst: Float64Array
  readonly elapsedAtLast: Float64Array
}

export function createVarianceWeights(most: number): VarianceWeights {
  const column = () => new Float64Array(most)
  return {
    variance: column(),
    inner: column(),
    innerSd: column(),
    linkSd: column(),
    elapsedAtFirst: column(),
    elapsedAtLast: column(),
  }
}

/** Fills `weights` for `children` of `ticks` seconds each; `draws` stand at the parent's place. */
export function drawVarianceWeights(
  weights: VarianceWeights,
  draws: CoupledDraws,
  variance: number,
  children: number,
  ticks: number,
): void {
  if (ticks === 1) {
    weighEqually(weights, variance, children)
    return
  }
  let total = 0
  draws.uniforms(weights.variance, children)
  for (let n = 0; n < children; n++) {
    const u = weights.variance[n]
    const weight = LEAST_WEIGHT + u * u
    weights.variance[n] = weight
    total += weight
  }
  let elapsed = 0
  for (let n = 0; n < children; n++) {
    const share = (weights.variance[n] / total) * variance
    const link = share / ticks
    const inner = share - link
    weights.variance[n] = share
    weights.inner[n] = inner
    weights.innerSd[n] = Math.sqrt(inner)
    weights.linkSd[n] = Math.sqrt(link)
    weights.elapsedAtFirst[n] = elapsed
    elapsed += inner
    weights.elapsedAtLast[n] = elapsed
    elapsed += link
  }
  const whole = weights.elapsedAtLast[children - 1]
  for (let n = 0; n < children; n++) {
    weights.elapsedAtFirst[n] /= whole
    weights.elapsedAtLast[n] /= whole
  }
}

/** Bursts shorter than a minute would be seen by nobody: seconds get equal weights. */
function weighEqually(weights: VarianceWeights, variance: number, ticks: number): void {
  const linkSd = Math.sqrt(variance / ticks)
  for (let n = 0; n < ticks; n++) {
    weights.variance[n] = variance / ticks
    weights.linkSd[n] = linkSd
    weights.elapsedAtLast[n] = n / (ticks - 1)
  }
}
