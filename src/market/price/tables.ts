/**
 * Piecewise linear functions for tens of millions of calls: reproducible by IEEE 754 as kit/numbers/log-exp.ts, and 10 times as
 * fast. Their error affects probabilities, never folds. JavaScript fills them as they are read: a fresh process reads few values.
 */
import { exp } from '../../kit/numbers/log-exp.js'
import { FILLS_AT_START, type Int, Numbers, toInt } from '../../kit/numbers/platform.js'

const DECAY_STEPS = 64
const DECAY_END = 40
const DECAY = new Numbers(DECAY_END * DECAY_STEPS + 2)
if (FILLS_AT_START) for (let i = 0; i < DECAY_END * DECAY_STEPS + 2; i++) DECAY[i] = decayAfter(i)

function decayAfter(steps: Int): number {
  return exp((-1.0 * steps) / DECAY_STEPS)
}

/** e^-x for x >= 0, to 4 digits; 0 from x = 40 on. */
export function decay(x: number): number {
  const position = x * DECAY_STEPS
  if (!(position < DECAY_END * DECAY_STEPS)) return 0
  if (position <= 0) return 1
  const i = toInt(position)
  if (!FILLS_AT_START && (DECAY[i] === 0 || DECAY[i + 1] === 0)) {
    DECAY[i] = decayAfter(i)
    DECAY[i + 1] = decayAfter(i + 1)
  }
  const left = DECAY[i]
  return left + (DECAY[i + 1] - left) * (position - Math.floor(position))
}

/** e^x for |x| < 40, to 4 digits. */
export function growth(x: number): number {
  return x < 0 ? decay(-x) : 1 / decay(x)
}

const LEAST = 1e-9
const NORMAL_STEPS = 64
const NORMAL_END = 6
const PROBABILITIES = new Numbers(2 * NORMAL_END * NORMAL_STEPS + 2)
if (FILLS_AT_START) fillProbabilities()

/** Cumulative standard normal distribution, in (0, 1). */
export function probabilityBelow(z: number): number {
  const position = (z + NORMAL_END) * NORMAL_STEPS
  if (position <= 0) return LEAST
  if (position >= 2 * NORMAL_END * NORMAL_STEPS) return 1 - LEAST
  if (!FILLS_AT_START && PROBABILITIES[0] === 0) fillProbabilities()
  const i = toInt(position)
  const left = PROBABILITIES[i]
  return left + (PROBABILITIES[i + 1] - left) * (position - Math.floor(position))
}

function density(z: number): number {
  return exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
}

function fillProbabilities(): void {
  const step = 1.0 / NORMAL_STEPS
  PROBABILITIES[0] = LEAST
  for (let i = 0; i <= 2 * NORMAL_END * NORMAL_STEPS; i++) {
    const z = i * step - NORMAL_END
    PROBABILITIES[i + 1] =
      PROBABILITIES[i] + ((density(z) + 4 * density(z + step / 2) + density(z + step)) * step) / 6
  }
}
