/** Draws: numbers by (key, stream, index, n) from a counter-based mixer, a few ns each. */
import { ln } from '../numbers/log-exp.js'
import { FILLS_AT_START, type Int, imul, Numbers, toInt, unsigned } from '../numbers/platform.js'

/** 64 random bits that name one purpose, as two unsigned 32-bit halves. */
export class Key {
  readonly low: Int
  readonly high: Int

  constructor(low: Int, high: Int) {
    this.low = low
    this.high = high
  }
}

/**
 * A stream of draws: `draws.at(key, stream, index)`, then any number of `uniform()`, `normal()`, …
 * One object is reused for millions of streams, without allocation.
 */
export class Draws {
  #counter: Int = 0
  #twist: Int = 0

  /** Goes to the start of a stream; `index` is any integer below 2^53 in size. */
  at(key: Key, stream: Int, index: number): this {
    const upper = toInt(Math.floor(index / 0x1_0000_0000))
    const mixed = mix(key.low ^ imul(toInt(index), 0x9e3779b1) ^ imul(upper, 0x27d4eb2f))
    this.#counter = mix(mixed ^ imul(stream + 1, 0x85ebca6b))
    this.#twist = mix(key.high ^ imul(mixed, 0xc2b2ae35) ^ imul(upper, 0x165667b1) ^ this.#counter)
    return this
  }

  bits(): number {
    return unsigned(this.#next())
  }

  #next(): Int {
    this.#counter = (this.#counter + STEP) | 0
    return mix(mix(this.#counter) ^ this.#twist)
  }

  /** Uniform in the open interval (0, 1). */
  uniform(): number {
    return (this.bits() + 0.5) / 0x1_0000_0000
  }

  /** Standard normal, within ±6.3: one draw through the inverse of the distribution. */
  normal(): number {
    return normalOf(this.#next())
  }

  /**
   * Adds to each of the first `count` of `into` the next `normal`, times `weight`. `normalOf` is inlined here and in
   * `addFirstNormals`, as returned numbers are mostly boxed: 4 % of the CPU time of the benchmark's rows
   * `10,000 candles of …, cold`.
   */
  addNormals(into: Numbers, count: Int, weight: number): void {
    if (!FILLS_AT_START && !areFilled) fillTables()
    let counter = this.#counter
    const twist = this.#twist
    for (let i = 0; i < count; i++) {
      counter = (counter + STEP) | 0
      const bits = mix(mix(counter) ^ twist)
      const bin = bits >>> (32 - BIN_BITS)
      if (bin === 0 || bin === BINS - 1) into[i] += weight * normalOf(bits)
      else {
        const left = NORMAL_TABLE[bin]
        into[i] += weight * (left + (NORMAL_TABLE[bin + 1] - left) * (bits & WITHIN_MASK) * WITHIN_SCALE)
      }
    }
    this.#counter = counter
  }

  /** Adds to `into`, from `from` on, the first `normal` of the streams (key, stream, index), (…, index + 1), …, times `weight`. */
  addFirstNormals(
    into: Numbers,
    from: Int,
    count: Int,
    key: Key,
    stream: Int,
    index: number,
    weight: number,
  ): void {
    if (!FILLS_AT_START && !areFilled) fillTables()
    for (let i = 0; i < count; i++) {
      this.at(key, stream, index + i)
      const bits = mix(mix((this.#counter + STEP) | 0) ^ this.#twist)
      const bin = bits >>> (32 - BIN_BITS)
      if (bin === 0 || bin === BINS - 1) into[from + i] += weight * normalOf(bits)
      else {
        const left = NORMAL_TABLE[bin]
        into[from + i] +=
          weight * (left + (NORMAL_TABLE[bin + 1] - left) * (bits & WITHIN_MASK) * WITHIN_SCALE)
      }
    }
  }
}

function normalOf(bits: Int): number {
  if (!FILLS_AT_START && !areFilled) fillTables()
  const bin = bits >>> (32 - BIN_BITS)
  if (bin === 0 || bin === BINS - 1) return normalQuantile((unsigned(bits) + 0.5) / 0x1_0000_0000)
  const left = NORMAL_TABLE[bin]
  return left + (NORMAL_TABLE[bin + 1] - left) * (bits & WITHIN_MASK) * WITHIN_SCALE
}

const STEP: Int = 0x9e3779b9

const TAIL = 0.02425
const BIN_BITS = 10
const BINS = 1 << BIN_BITS
const WITHIN_MASK = (1 << (32 - BIN_BITS)) - 1
const WITHIN_SCALE = 1.0 / (WITHIN_MASK + 1)

/**
 * Quantiles at the edges of equally likely bins, interpolated linearly. The outermost bins are not read. Filled before the first
 * read: at the start of JavaScript, the compiler that this wakes would take 8 ms and 4 MB.
 */
const NORMAL_TABLE = new Numbers(BINS + 1)
const EXPONENTIAL_TABLE = new Numbers(BINS + 1)
let areFilled = false
if (FILLS_AT_START) fillTables()

function fillTables(): void {
  for (let bin = 1; bin <= BINS; bin++) {
    const p = (1.0 * bin) / BINS
    if (bin < BINS) NORMAL_TABLE[bin] = normalQuantile(p)
    EXPONENTIAL_TABLE[bin] = -ln(p)
  }
  areFilled = true
}

/** The exponential (mean 1) whose upper tail probability is `p`, 0 < p < 1: -ln p, faster; NaN from 1 on. */
export function exponentialQuantile(p: number): number {
  const position = p * BINS
  // Before any look-up: one access out of range would deoptimise all later ones.
  if (!(position >= 0 && position < BINS)) return Number.NaN
  const whole = Math.floor(position)
  const bin = toInt(whole)
  if (bin === 0) return -ln(p)
  if (!FILLS_AT_START && !areFilled) fillTables()
  const left = EXPONENTIAL_TABLE[bin]
  return left + (EXPONENTIAL_TABLE[bin + 1] - left) * (position - whole)
}

/** A bijection of 32 bits whose every output bit depends on every input bit (constants: Wellons' lowbias32 family). */
function mix(bits: Int): Int {
  let x = bits | 0
  x = imul(x ^ (x >>> 16), 0x21f0aaad)
  x = imul(x ^ (x >>> 15), 0x735a2d97)
  return x ^ (x >>> 15)
}

/** Acklam's rational approximation of the normal quantile, relative error below 1.2e-9. */
function normalQuantile(p: number): number {
  if (p < TAIL) return tailQuantile(Math.sqrt(-2 * ln(p)))
  if (p > 1 - TAIL) return -tailQuantile(Math.sqrt(-2 * ln(1 - p)))
  const q = p - 0.5
  const r = q * q
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1
  return (above * q) / below
}

function tailQuantile(q: number): number {
  const above =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
      q +
      4.374664141464968) *
      q +
    2.938163982698783
  const below =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q +
    1
  return above / below
}
