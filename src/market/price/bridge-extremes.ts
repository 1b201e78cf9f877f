import { exponentialQuantile } from '../../kit/random/draws.js'
import { MAX_VARIANCE } from './bridge-law.js'
import { decay } from './tables.js'

const ITERATIONS = 3
/** Newton stops after a step of this many standard deviations: the error left is a tenth of its square. */
const PRECISION = 0.12
/** Probability that counts as zero. */
const MIN_PART = 1e-3
/** Below this c w² the leading terms are inaccurate, and paths are rare. */
const NARROWEST = 1.1

/**
 * Shortfall of a walk's extreme against a continuous path's, in standard deviations of a step: 0.5826 for long walks
 * (Broadie, Glasserman and Kou 1997), less for sixty steps.
 */
export const SHORTFALL = 0.42
/** A continuous path with a smaller reach represents a walk that starts or ends on its extreme. */
const MIN_REACH = 0.58

/** Reach of a walk beyond its ends, from that of a continuous path; `deviation` is that of a step. */
export function walkReach(reach: number, deviation: number): number {
  const beyond = reach - MIN_REACH * deviation
  return beyond > 0 ? beyond + ((MIN_REACH - SHORTFALL) * deviation * beyond) / (beyond + deviation) : 0
}

export class BridgeExtremes {
  lower: number = Number.NaN
  upper: number = Number.NaN
  first: number = Number.NaN
  last: number = Number.NaN
  variance: number = Number.NaN
  /** Whether an extreme is on its barrier; the other one is drawn given that. */
  touchesUpper: boolean = false
  touchesLower: boolean = false
  /** Uniform draws in (0, 1) for high and low. */
  highUniform: number = Number.NaN
  lowUniform: number = Number.NaN

  high: number = Number.NaN
  low: number = Number.NaN

  #body: number = Number.NaN
  #c: number = Number.NaN
  #other: number = Number.NaN
  #most: number = Number.NaN
  #uniform: number = Number.NaN
  #reach: number = Number.NaN
  #down: number = Number.NaN
  #part: number = Number.NaN
  #value: number = Number.NaN
  #slope: number = Number.NaN

  draw(): void {
    const lower = this.lower
    const upper = this.upper
    const touchesUpper = this.touchesUpper
    const touchesLower = this.touchesLower
    const top = this.first > this.last ? this.first : this.last
    const bottom = this.first > this.last ? this.last : this.first
    const w = upper - lower
    this.#body = top - bottom
    this.#c = 2 / Math.min(this.variance, MAX_VARIANCE * w * w)
    if (touchesUpper) this.high = upper
    else {
      this.#other = bottom - lower
      this.#most = upper - top
      this.#uniform = this.highUniform
      this.#drawReach(touchesLower)
      this.high = top + this.#reach
    }
    if (touchesLower) this.low = lower
    else {
      this.#other = this.high - top
      this.#most = bottom - lower
      this.#uniform = this.lowUniform
      this.#drawReach(true)
      this.low = bottom - this.#reach
    }
  }

  /**
   * Draws the reach beyond one end, at most `#most`, given that the bridge stays within `#other` beyond its other
   * end, or touches that barrier: bounded Newton from the leading terms.
   */
  #drawReach(touchesOther: boolean): void {
    const body = this.#body
    const c = this.#c
    const most = this.#most
    const y1 = this.#other
    const y2 = y1 + body
    let least = Math.sqrt(NARROWEST / c) - y2
    if (least < 0) least = 0
    let greatest = most
    if (least >= greatest) {
      this.#reach = greatest > 0 ? greatest * this.#uniform : 0
      return
    }
    // Share of all such bridges that stay within `most`, by the leading terms.
    const down = decay(c * y1 * y2)
    const beyond = touchesOther ? 0 : decay(c * most * (most + body))
    if (!touchesOther && down < MIN_PART) {
      this.#part = this.#uniform * (1 - beyond)
      this.#guess()
      return
    }
    const wide = most + y2
    const forth = decay(c * wide * (wide + body))
    const back = decay(c * wide * (wide - body))
    const total = touchesOther ? c * (y1 + y2) * down : 1 - down
    const within = touchesOther
      ? total - c * ((2 * wide + body) * forth + (2 * wide - body) * back)
      : total - beyond + forth + back
    const target = this.#uniform * Math.max(within, MIN_PART * total)
    this.#down = down
    if (touchesOther) {
      this.#part = target / total
      this.#guessGiven()
    } else {
      this.#part = this.#uniform * (1 - beyond)
      this.#guess()
    }
    const near = PRECISION / Math.sqrt(c)
    for (let i = 0; i < ITERATIONS; i++) {
      if (!(this.#reach > least && this.#reach < greatest)) this.#reach = (least + greatest) / 2
      const reach = this.#reach
      this.#measure(touchesOther)
      const miss = this.#value - target
      if (miss > 0) greatest = reach
      else least = reach
      this.#reach = reach - miss / this.#slope
      if (Math.abs(miss) <= near * this.#slope) break
    }
    if (!(this.#reach > least && this.#reach < greatest)) this.#reach = (least + greatest) / 2
  }

  /** Sets the share of bridges with at most this reach, and its slope; `down` is the other barrier's share. */
  #measure(touchesOther: boolean): void {
    const reach = this.#reach
    const down = this.#down
    const body = this.#body
    const c = this.#c
    const y1 = this.#other
    const y2 = y1 + body
    const x1 = reach + body
    const w = reach + y2
    const ahead = w + body
    const astern = w - body
    const forth = decay(c * w * ahead)
    const back = decay(c * w * astern)
    const farUp = decay(c * (x1 + w) * (reach + w))
    const farDown = decay(c * (y1 + w) * (y2 + w))
    const farBack = decay(2 * c * w * (w + astern))
    const round = (w + ahead) * forth + (w + astern) * back + 2 * (3 * w + astern) * farBack
    const x = x1 + reach + 2 * w
    const y = y1 + y2 + 2 * w
    if (touchesOther) {
      this.#value = c * ((y1 + y2) * down - round + x * farUp + 2 * y * farDown)
      this.#slope =
        c *
        (c *
          ((w + ahead) * (w + ahead) * forth +
            (w + astern) * (w + astern) * back +
            4 * (3 * w + astern) * (3 * w + astern) * farBack -
            2 * (x * x * farUp + y * y * farDown)) -
          2 * (forth + back) -
          8 * farBack +
          4 * (farUp + farDown))
    } else {
      const up = decay(c * x1 * reach)
      this.#value = 1 - down - up + forth + back - farUp - farDown + farBack
      this.#slope = c * ((x1 + reach) * up - round + 2 * x * farUp + y * farDown)
    }
  }

  /** Inverts the share without a barrier on the other side. */
  #guess(): void {
    const body = this.#body
    const alone = exponentialQuantile(1 - this.#part)
    this.#reach = (Math.sqrt(body * body + (4 * alone) / this.#c) - body) / 2
  }

  /** Inverts the share if the other barrier is touched and this one is far. */
  #guessGiven(): void {
    const body = this.#body
    const c = this.#c
    const y1 = this.#other
    const y2 = y1 + body
    const alone = exponentialQuantile(1 - this.#part)
    const range = body + Math.sqrt(body * body + 4 * (y1 * y2 + alone / c))
    const more = exponentialQuantile((y1 + y2) / (2 * range))
    this.#reach = (body + Math.sqrt(body * body + 4 * (y1 * y2 + (alone + more) / c))) / 2 - y2
  }
}
