/** Quote of a token during one second: its asset's price and spread. */
import type { Token } from '../catalogue/types.js'
import { zeros } from '../core/decimal.js'
import { Draws, type Key } from '../core/draws.js'
import { SlowNoise } from '../core/slow-noise.js'
import type { PriceFormat, Quote } from './prices.js'
import { growth } from './tables.js'

/** Distances of min and max from the median, as fractions of it. */
export interface HalfSpreads {
  readonly below: number
  readonly above: number
}

const SIDE_STREAM = 1e6
/** Exponents of volatility and slow noise in the width of a spread. */
const VOLATILITY_POWER = 0.5
const NOISE_RANGE = 2.4
/** Normalises the mean to the usual spread, nearly. */
const MEAN = 1.12
/** Maximum shift of the spread to one side. */
const SIDE_RANGE = 0.4

const draws = new Draws()

/** Spread of one token: wider in volatile markets, never quite symmetric. */
export class Spread {
  readonly #key: Key
  readonly #index: number
  readonly #usual: number
  readonly #noise: SlowNoise

  /** `index` is the token's draw index, `spreadBps` the usual width of both sides. */
  constructor(key: Key, index: number, spreadBps: number) {
    this.#key = key
    this.#index = index
    this.#usual = spreadBps / 10_000
    this.#noise = new SlowNoise(key, index + 1)
  }

  /** `logVariance` is that of the asset's price over the average. */
  at(atSeconds: number, logVariance: number): HalfSpreads {
    const offset = draws.at(this.#key, SIDE_STREAM, atSeconds * MAX_TOKENS + this.#index).uniform() - 0.5
    const wide = (VOLATILITY_POWER / 2) * logVariance + NOISE_RANGE * (this.#noise.at(atSeconds) - 0.5)
    const half = (MEAN * this.#usual * growth(wide + JITTER * offset)) / 2
    const side = SIDE_RANGE * (2 * draws.uniform() - 1)
    return { below: half * (1 - side), above: half * (1 + side) }
  }
}

/** Relative change of a spread from one second to the next, at most about this. */
const JITTER = 0.3
const MAX_TOKENS = 4096

export function quoteOf(token: Token, median: number, spread: HalfSpreads, format: PriceFormat): Quote {
  const oracleDecimals = format === 'compacted' ? token.oracleDecimals : 0
  const scale = zeros(token.oracleDecimals - oracleDecimals)
  return {
    token,
    min: `${median - Math.round(median * spread.below)}${scale}`,
    median: `${median}${scale}`,
    max: `${median + Math.round(median * spread.above)}${scale}`,
    oracleDecimals,
  }
}
