/** Candidates for the children of one candle: a bridge of first and last ticks, and the extremes beyond it. */
import type { CoupledDraws } from './coupled.js'
import { drawExtremes, extremes } from './extremes.js'
import type { VarianceWeights } from './variance-weights.js'

/** One possible set of children of a parent, column by column, and the extremes of them all. */
export interface Candidate {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** The four above, in the order of a span's columns. */
  readonly columns: readonly Float64Array[]
  /** What its path and extremes are drawn from. */
  readonly drawn: Float64Array
  top: number
  bottom: number
}

export function createCandidate(mostChildren: number): Candidate {
  const columns = Array.from({ length: 4 }, () => new Float64Array(mostChildren))
  const [open, high, low, close] = columns
  return { open, high, low, close, columns, drawn: new Float64Array(2 * mostChildren), top: 0, bottom: 0 }
}

/** First and last ticks of the children: a random walk from `open`, bent so that it ends on `close`. */
export function drawPath(
  candidate: Candidate,
  draws: CoupledDraws,
  weights: VarianceWeights,
  open: number,
  close: number,
  children: number,
  ticks: number,
): void {
  const firsts = candidate.open
  const lasts = candidate.close
  const steps = candidate.drawn
  const stepsEach = ticks > 1 ? 2 : 1
  draws.normals(steps, stepsEach * children)
  let walk = 0
  for (let n = 0; n < children; n++) {
    firsts[n] = walk
    if (ticks > 1) walk += weights.innerSd[n] * steps[2 * n]
    lasts[n] = walk
    walk += weights.linkSd[n] * steps[stepsEach * (n + 1) - 1]
  }
  const slack = close - open - lasts[children - 1]
  let top = Math.max(open, close)
  let bottom = Math.min(open, close)
  for (let n = 0; n < children; n++) {
    const last = n === children - 1 ? close : open + lasts[n] + slack * weights.elapsedAtLast[n]
    const first = ticks === 1 ? last : open + firsts[n] + slack * weights.elapsedAtFirst[n]
    firsts[n] = first
    lasts[n] = last
    const high = Math.max(first, last)
    const low = Math.min(first, last)
    candidate.high[n] = high
    candidate.low[n] = low
    if (high > top) top = high
    if (low < bottom) bottom = low
  }
  candidate.top = top
  candidate.bottom = bottom
}

/** Highs and lows beyond the path's points. */
export function drawExtremesBeyond(
  candidate: Candidate,
  draws: CoupledDraws,
  weights: VarianceWeights,
  children: number,
): void {
  const uniforms = candidate.drawn
  draws.uniformPairs(uniforms, children)
  for (let n = 0; n < children; n++) {
    drawExtremes(
      uniforms[2 * n],
      uniforms[2 * n + 1],
      candidate.open[n],
      candidate.close[n],
      weights.inner[n],
    )
    const high = Math.max(extremes.high, candidate.high[n])
    const low = Math.min(extremes.low, candidate.low[n])
    candidate.high[n] = high
    candidate.low[n] = low
    if (high > candidate.top) candidate.top = high
    if (low < candidate.bottom) candidate.bottom = low
  }
}
