/**
 * Candles of 4 h, and days as folds of them. The log-price every 4 h is drawn first, as a Brownian bridge between midnights; then each
 * candle's high and low, given its ends. Drawn first, the highs and lows of days would bend the paths of two assets apart.
 */

import { exp } from '../../kit/numbers/log-exp.js'
import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { exponentialQuantile } from '../../kit/random/draws.js'
import { BridgeExtremes, walkReach } from './bridge-extremes.js'
import { type FactorDraws, FOUR_HOURS_STREAM } from './factors.js'
import { DAY_LEVEL, DAY_SECONDS, FOUR_HOURS_LEVEL, LEVEL_SECONDS } from './levels.js'
import { drawMidnights, type LongRun } from './long-run.js'
import { type CandleSpan, CLOSE, HIGH, LOW, OPEN, ROW, rowsOf, VARIANCE } from './span.js'
import { decay, probabilityBelow } from './tables.js'

/** Candles per day. */
const PARTS = 6
const TICK_SHARE = Math.sqrt(PARTS / (1.0 * DAY_SECONDS))
/** Normals per candle: step of the path, last tick, reach above and below. */
const DRAWS = 4
const STEP = 0
const LAST = 1
const ABOVE = 2
const BELOW = 3
/** Lower barrier below a candle's ends that no path reaches, in standard deviations. */
const FAR = 6
/**
 * Of paths that touch the barrier `h` above their higher end, at most a share of 4 (1 + r / s) exp(-2 r (r + s) / variance) reaches
 * `r` below the lower one, where s = 2 h + body (the leading images). Likelier draws are those where Newton's method may end too low,
 * by up to 700 times that share.
 */
const LEADING = 4.0
const LIKELY = 0.8
const LEADING_OF_LIKELY = 100_000.0

const extremes = new BridgeExtremes()
/** Scratch memory of a fold: ends of the candles, and reaches of their continuous paths above these. */
const tops = new Numbers(PARTS)
const bottoms = new Numbers(PARTS)
const reaches = new Numbers(PARTS)

export class FourHours {
  readonly #longRun: LongRun
  readonly #draws: FactorDraws
  /** Of the day drawn last: log-prices at the candles' starts and the next midnight, and the candles' variances and draws. */
  #day: number = Number.NaN
  readonly #logs: Numbers = new Numbers(PARTS + 1)
  readonly #variances: Numbers = new Numbers(PARTS)
  readonly #deviations: Numbers = new Numbers(PARTS)
  readonly #normals: Numbers = new Numbers(PARTS * DRAWS)

  constructor(longRun: LongRun, draws: FactorDraws) {
    this.#longRun = longRun
    this.#draws = draws
  }

  /** Sets `into` to candles of 4 h or days, in memory that the next call reuses. */
  draw(level: Int, first: number, count: Int, into: CandleSpan): void {
    const parts = level === DAY_LEVEL ? PARTS : 1
    const firstDay = Math.floor((first * parts) / PARTS)
    const days = toInt(Math.floor(((first + count) * parts - 1) / PARTS) - firstDay) + 1
    const midnights = rowsOf(DAY_LEVEL, days + 1)
    const rows = rowsOf(level, count)
    if (days > 1 || firstDay !== this.#day) drawMidnights(this.#longRun, firstDay, days, midnights)
    for (let i = 0; i < count; i++) {
      const part = (first + i) * parts
      const day = Math.floor(part / PARTS)
      const midnight = toInt(day - firstDay) * ROW + OPEN
      // In rows of days, a midnight is read before the day takes its place.
      if (day !== this.#day) this.#drawPath(day, midnights[midnight], midnights[midnight + ROW])
      this.#fold(toInt(part - day * PARTS), parts, rows, i * ROW)
    }
    into.set(level, first, count, rows, 0)
  }

  #drawPath(day: number, open: number, close: number): void {
    const logs = this.#logs
    const variances = this.#variances
    const normals = this.#normals
    this.#day = day
    this.#longRun.volatility.variances(variances, 0, 1, FOUR_HOURS_LEVEL, day * PARTS, PARTS, 1)
    this.#draws.at(FOUR_HOURS_STREAM, day, this.#longRun.volatility.stress).normals(normals, PARTS * DRAWS)
    let walk = 0.0
    let variance = 0.0
    for (let part = 0; part < PARTS; part++) {
      const deviation = Math.sqrt(variances[part])
      this.#deviations[part] = deviation
      walk += normals[part * DRAWS + STEP] * deviation
      variance += variances[part]
      logs[part + 1] = walk
    }
    const volatility = this.#longRun.volatility
    const begin = open - volatility.shift(day * DAY_SECONDS)
    const end = close - volatility.shift((day + 1) * DAY_SECONDS)
    const slope = (end - begin - walk) / variance
    logs[0] = open
    variance = 0
    for (let part = 1; part < PARTS; part++) {
      variance += variances[part - 1]
      const at = day * DAY_SECONDS + part * LEVEL_SECONDS[FOUR_HOURS_LEVEL]
      logs[part] = this.#bounded(logs[part] + begin + slope * variance + volatility.shift(at))
    }
    logs[PARTS] = close
  }

  /** Writes the fold of `count` candles of 4 h. */
  #fold(from: Int, count: Int, rows: Numbers, row: Int): void {
    const logs = this.#logs
    const end = from + count
    let high = Number.NEGATIVE_INFINITY
    let variance = 0.0
    let lowest = from
    for (let part = from; part < end; part++) {
      const first = logs[part]
      const last = this.#lastOf(part)
      tops[part] = first > last ? first : last
      bottoms[part] = first > last ? last : first
      reaches[part] = this.#reachAbove(part, tops[part] - bottoms[part])
      variance += this.#variances[part]
      high = Math.max(high, tops[part] + this.#walkReach(part, reaches[part]))
      if (bottoms[part] < bottoms[lowest]) lowest = part
    }
    // The likeliest first: it spares most of the others.
    let low = this.#lowerOf(Number.POSITIVE_INFINITY, lowest)
    for (let part = from; part < end; part++) if (part !== lowest) low = this.#lowerOf(low, part)
    const base = this.#longRun.base
    const open = base * exp(logs[from])
    const close = base * exp(this.#lastOf(end - 1))
    rows[row + OPEN] = open
    rows[row + HIGH] = base * exp(this.#bounded(high))
    rows[row + LOW] = base * exp(this.#bounded(low))
    rows[row + CLOSE] = close
    rows[row + VARIANCE] = variance * open * close
  }

  /** The lower of `low` and the low of a candle, which is drawn unless its probability is too small to get there. */
  #lowerOf(low: number, part: Int): number {
    const bottom = bottoms[part]
    const variance = this.#variances[part]
    const probability = probabilityBelow(this.#normals[part * DRAWS + BELOW])
    const room = bottom - low
    const wide = 2 * reaches[part] + tops[part] - bottom
    const leading = probability < LIKELY ? LEADING : LEADING_OF_LIKELY
    if (
      room > 0 &&
      leading * (room + wide) * decay((2 * room * (room + wide)) / variance) < probability * wide
    )
      return low
    extremes.first = this.#logs[part]
    extremes.last = this.#lastOf(part)
    extremes.variance = variance
    extremes.upper = tops[part] + reaches[part]
    extremes.touchesUpper = true
    extremes.lower = bottom - FAR * this.#deviations[part]
    extremes.lowUniform = 1 - probability
    extremes.draw()
    return Math.min(low, bottom - this.#walkReach(part, bottom - extremes.low))
  }

  /** Log-price of a candle's last tick, one tick before the next one's first. */
  #lastOf(part: Int): number {
    const deviation = this.#deviations[part] * TICK_SHARE
    return this.#bounded(this.#logs[part + 1] - this.#normals[part * DRAWS + LAST] * deviation)
  }

  /** Reach of a candle's continuous path above its ends. */
  #reachAbove(part: Int, body: number): number {
    const alone = exponentialQuantile(probabilityBelow(-this.#normals[part * DRAWS + ABOVE]))
    return (Math.sqrt(body * body + 2 * alone * this.#variances[part]) - body) / 2
  }

  #walkReach(part: Int, reach: number): number {
    return walkReach(reach, this.#deviations[part] * TICK_SHARE)
  }

  #bounded(log: number): number {
    const most = this.#longRun.mostLog
    return Math.min(most, Math.max(-most, log))
  }
}
