/** What a ticker says of a token during one second: the price of its asset, and what it is bought and sold at. */
import type { Token } from '../catalogue/types.js'
import { zeros } from '../core/decimal.js'
import { SlowNoise } from '../core/noise.js'
import { Draws, type Key } from '../core/random.js'
import type { PriceFormat, Quote } from './prices.js'
import { growth } from './tables.js'

/** How far min and max are from the median, as parts of it. */
export interface HalfSpreads {
  readonly below: number
  readonly above: number
}

/** Far from the streams of the slow noises. */
const SIDE_STREAM = 1e6
/** Powers of the volatility, and of a slow noise of its own, by which a spread is wider or narrower. */
const VOLATILITY_POWER = 0.5
const NOISE_RANGE = 2.4
/** What makes the mean of all that the usual spread, nearly. */
const MEAN = 1.12
/** At most so much of the spread, more or less than half, is on one side. */
const SIDE_RANGE = 0.4

const draws = new Draws()

/** The spread of one token over time: wider when the market is wild, and never quite the same on both sides. */
export class Spread {
  readonly #key: Key
  readonly #index: number
  readonly #usual: number
  readonly #noise: SlowNoise

  /** `index` is the number by which chance is drawn for the token, `spreadBps` the usual width of both sides. */
  constructor(key: Key, index: number, spreadBps: number) {
    this.#key = key
    this.#index = index
    this.#usual = spreadBps / 10_000
    this.#noise = new SlowNoise(key, index + 1)
  }

  /** `logVariance`: that of the asset's price at that time over the usual. */
  at(atSeconds: number, logVariance: number): HalfSpreads {
    const place = draws.at(this.#key, SIDE_STREAM, atSeconds * MOST_TOKENS + this.#index).uniform() - 0.5
    const wide = (VOLATILITY_POWER / 2) * logVariance + NOISE_RANGE * (this.#noise.at(atSeconds) - 0.5)
    const half = (MEAN * this.#usual * growth(wide + JITTER * place)) / 2
    const side = SIDE_RANGE * (2 * draws.uniform() - 1)
    return { below: half * (1 - side), above: half * (1 + side) }
  }
}

/** From one second to the next a spread changes by up to about this part. */
const JITTER = 0.3
const MOST_TOKENS = 4096

/** The quote of a token whose asset costs `median` quanta. */
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
