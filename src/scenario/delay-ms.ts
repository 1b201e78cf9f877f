import type { Draws } from '../core/random.js'
import { exp, ln } from '../core/real.js'
import type { Delay } from './faults/delay.js'

/** The normal quantile at 0.95. */
const Z95 = 1.6448536269514722

/** How long to wait, in ms. Draws once, also where nothing depends on it. */
export function delayMs(delay: Delay, draws: Draws): number {
  if (typeof delay === 'number') return delay
  if ('from' in delay) return delay.from + (delay.to - delay.from) * draws.uniform()
  return delay.median * exp((ln(delay.p95 / delay.median) * draws.normal()) / Z95)
}
