/**
 * The last level: the sixty ticks of a minute, whose open, high, low and close are known.
 *
 * The steps between ticks are exchangeable: every rotation of a walk's own steps, forwards and backwards, is an equally likely
 * candidate. The one whose high and low are nearest to the minute's is rescaled onto them by an order-preserving map.
 */
import { type Int, Numbers } from '../../kit/numbers/platform.js'
import { type FactorDraws, TICK_STREAM } from './factors.js'
import { TICK_LEVEL } from './levels.js'
import { type CandleSpan, CLOSE, HIGH, LOW, OPEN, ROW, rowsOf, VARIANCE } from './span.js'

/** Ticks per minute. */
export const TICKS = 60
const STEPS = TICKS - 1
const ROUNDS = 2 * STEPS + 1
/** Rotations forwards, then backwards, with a stride, as neighbouring ones are alike. */
const TURNS: Int[] = []
for (let n = 0; n < 2 * STEPS; n++) TURNS.push(((n * 22) % STEPS) + (n < STEPS ? 0 : ROUNDS))
/** A candidate that misses high and low by less than this, in standard deviations, is taken. */
const NEAR_ENOUGH = 0.07
/** Weight of a miss if the minute's first or last tick is its extreme, which no tick may exceed. */
const ENDS_WEIGHT = 3.0
const MAX_DRAWS = 4
/** Scale of a miss, above 1 by more than rounding. */
const SHORT = 1.000001
/** Sampling stride of a candidate before it is followed. */
const PROBE = 6

// Scratch memory shared by all assets: 125 sets would not fit into a processor's cache.
const common = new Numbers(STEPS)
const own = new Numbers(STEPS)
const rounds = new Numbers(2 * ROUNDS)
const shared = new Numbers(TICKS)
const ticks = new Numbers(TICKS)

export class TickWalk {
  readonly #draws: FactorDraws
  /** Range of the forward rounds; the backward ones have the same, negated. */
  #most: number = Number.NaN
  #least: number = Number.NaN

  constructor(draws: FactorDraws) {
    this.#draws = draws
  }

  /** Sets `into` to those of `minutes`, in memory that the next call reuses. */
  refine(minutes: CandleSpan, into: CandleSpan): void {
    const rows = rowsOf(TICK_LEVEL, minutes.count * TICKS)
    for (let i = 0; i < minutes.count; i++) {
      this.#walk(minutes.rows, minutes.start + i * ROW, minutes.first + i)
      for (let n = 0, row = i * TICKS * ROW; n < TICKS; n++, row += ROW) {
        const tick = ticks[n]
        rows[row + OPEN] = tick
        rows[row + HIGH] = tick
        rows[row + LOW] = tick
        rows[row + CLOSE] = tick
        rows[row + VARIANCE] = 0
      }
    }
    into.set(TICK_LEVEL, minutes.first * TICKS, minutes.count * TICKS, rows, 0)
  }

  #walk(rows: Numbers, row: Int, index: number): void {
    const open = rows[row + OPEN]
    const high = rows[row + HIGH]
    const low = rows[row + LOW]
    const close = rows[row + CLOSE]
    const variance = rows[row + VARIANCE]
    const deviation = Math.sqrt(variance / TICKS)
    const enough = NEAR_ENOUGH * Math.sqrt(variance)
    const bodyTop = Math.max(open, close)
    const bodyBottom = Math.min(open, close)
    let minMiss = Number.POSITIVE_INFINITY
    const highWeight = high > open && high > close ? 1.0 : ENDS_WEIGHT
    const lowWeight = low < open && low < close ? 1.0 : ENDS_WEIGHT
    this.#draws.at(TICK_STREAM, index, 0)
    for (let draw = 0; draw < MAX_DRAWS && minMiss > enough; draw++) {
      this.#draws.normalsApart(common, own, STEPS)
      let sumCommon = 0.0
      let sumOwn = 0.0
      for (let n = 0; n < STEPS; n++) {
        sumCommon += common[n]
        sumOwn += own[n]
      }
      // Spreads the missing drift from open to close over all steps.
      const drift = (close - open - deviation * sumCommon) / STEPS
      let level = open
      let sharedMost = open
      let sharedLeast = open
      shared[0] = open
      for (let n = 1; n <= STEPS; n++) {
        level += deviation * common[n - 1] + drift
        shared[n] = level
        if (level > sharedMost) sharedMost = level
        if (level < sharedLeast) sharedLeast = level
      }
      this.#wind(deviation, sumOwn / STEPS)
      let best: Int = -1
      for (let n = 0; n < TURNS.length && minMiss > enough; n++) {
        const turn = TURNS[n]
        const from = rounds[turn]
        // Bounds of its ticks, rounded alike: a candidate that falls short by too much is skipped.
        const isForward = turn < ROUNDS
        const most = Math.max(bodyTop, sharedMost + ((isForward ? this.#most : -this.#least) - from))
        const least = Math.min(bodyBottom, sharedLeast + ((isForward ? this.#least : -this.#most) - from))
        const short = highWeight * Math.max(0, high - most) + lowWeight * Math.max(0, least - low)
        if (short >= minMiss) continue
        // A candidate that exceeds these by more than the best misses cannot be better.
        const ceiling = high + minMiss / highWeight
        const floor = low - minMiss / lowWeight
        let isInside = true
        for (let n = PROBE; n < STEPS && isInside; n += PROBE) {
          const tick = shared[n] + (rounds[turn + n] - from)
          isInside = tick < ceiling && tick > floor
        }
        if (!isInside) continue
        // Extremes that fall short by more than the best misses are not followed: most branches are then predictable.
        let top = Math.max(bodyTop, high - (SHORT * minMiss) / highWeight)
        let bottom = Math.min(bodyBottom, low + (SHORT * minMiss) / lowWeight)
        isInside = top < ceiling && bottom > floor
        for (let n = 1; n < STEPS && isInside; n++) {
          const tick = shared[n] + (rounds[turn + n] - from)
          if (tick > top) {
            top = tick
            isInside = top < ceiling
          } else if (tick < bottom) {
            bottom = tick
            isInside = bottom > floor
          }
        }
        const miss = highWeight * Math.abs(top - high) + lowWeight * Math.abs(bottom - low)
        if (miss >= minMiss) continue
        minMiss = miss
        best = turn
      }
      for (let n = 1; n < STEPS && best >= 0; n++) ticks[n] = shared[n] + (rounds[best + n] - rounds[best])
    }
    ticks[0] = open
    ticks[STEPS] = close
    rescale(open, high, low, close)
  }

  /** Partial sums of the own steps, two rounds forwards and two backwards: each rotation is a slice. */
  #wind(deviation: number, drift: number): void {
    let sum = 0.0
    this.#most = 0
    this.#least = 0
    for (let n = 0; n <= STEPS; n++) {
      if (sum > this.#most) this.#most = sum
      if (sum < this.#least) this.#least = sum
      rounds[n] = sum
      rounds[STEPS + n] = sum
      rounds[ROUNDS + STEPS - n] = -sum
      rounds[ROUNDS + 2 * STEPS - n] = -sum
      sum += n < STEPS ? deviation * (own[n] - drift) : 0.0
    }
    rounds[2 * STEPS] = 0
  }
}

/** Rescales what lies beyond the body to the minute's extremes; mirrors back what may not lie there. */
function rescale(open: number, high: number, low: number, close: number): void {
  const ceiling = Math.max(open, close)
  const floor = Math.min(open, close)
  if (high === ceiling) mirror(1, ceiling, floor)
  if (low === floor) mirror(-1, -floor, -ceiling)
  let highest: Int = -1
  let lowest: Int = -1
  for (let n = 1; n < STEPS; n++) {
    if (highest < 0 || ticks[n] > ticks[highest]) highest = n
    if (lowest < 0 || ticks[n] < ticks[lowest]) lowest = n
  }
  if (lowest === highest) lowest = highest === 1 ? 2 : highest - 1
  const up = ticks[highest] > ceiling ? (high - ceiling) / (ticks[highest] - ceiling) : 0.0
  const down = ticks[lowest] < floor ? (floor - low) / (floor - ticks[lowest]) : 0.0
  for (let n = 1; n < STEPS; n++) {
    const tick = ticks[n]
    if (tick > ceiling) ticks[n] = Math.min(high, ceiling + (tick - ceiling) * up)
    else if (tick < floor) ticks[n] = Math.max(low, floor - (floor - tick) * down)
  }
  // Set, not computed: rounding in the last bit must not part the minute from its ticks.
  if (high > ceiling) ticks[highest] = high
  if (low < floor) ticks[lowest] = low
}

function mirror(sign: number, edge: number, other: number): void {
  for (let n = 1; n < STEPS; n++) {
    const beyond = sign * ticks[n] - edge
    if (beyond > 0) ticks[n] = sign * Math.max(other, edge - beyond)
  }
}
