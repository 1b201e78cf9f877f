/**
 * Tokens in a market's pool and open interest. The tokens are a slow noise, their value follows prices; positions are
 * a slow share of it, less what large moves liquidate.
 */

import { exp, ln } from '../../kit/numbers/log-exp.js'
import { Draws, type Key } from '../../kit/random/draws.js'
import { keyOf } from '../../kit/random/random.js'
import { SlowNoise } from '../../kit/random/slow-noise.js'
import type { CatalogueMarket } from '../catalogue/types.js'
import { isMajor, RESERVE_SHARE } from './market-factors.js'
import { bySide, type Side } from './state.js'

/** Whole microdollars (USD x 10^6), below 2^53. */
export interface MicroUsd {
  readonly long: number
  readonly short: number
}

/** Recent swing of a price, as fractions from 0 up: the largest fall and rise of the last days, weighted by age. */
export interface Swing {
  readonly fall: number
  readonly rise: number
}

/** Prices are fractions of the catalogue's. */
export interface Surroundings {
  readonly long: number
  readonly short: number
  readonly swing: Swing
}

export interface Interest {
  /** At the catalogue's prices. */
  readonly tokens: MicroUsd
  readonly reserve: MicroUsd
  readonly open: MicroUsd
}

const MICRO = 1_000_000
const MAJOR_POOL_USD = { least: 8_000_000, most: 120_000_000 }
const OTHER_POOL_USD = { least: 400_000, most: 15_000_000 }
/** Tokens of a pool vary by a factor of 1/1.35 to 1.35, nearly. */
const POOL_DRIFT = 0.6
/** The long token is 44 to 56 % of a pool of two. */
const LONG_SHARE = { least: 0.44, range: 0.12 }
const OPEN_SHARE = { least: 0.1, range: 0.6 }
const KEPT_A_DAY = { least: 0.4, range: 0.5 }
/** Maximum use of the reserve: auto-deleveraging closes the rest. */
const MAX_USE = 0.98
/** Part of a side that any move liquidates at most, and the move that liquidates half of that. */
const MAX_LIQUIDATED = 0.75
const HALF_LIQUIDATING = 0.2

const PURPOSE = { pool: 0, split: 1, openLong: 2, openShort: 3 } as const
/** Clear of the purposes' streams. */
const SIZE_STREAM = 1000

const NO_INTEREST: MicroUsd = { long: 0, short: 0 }

export class InterestProcess {
  readonly #usualPool: number
  readonly #pool: SlowNoise
  readonly #split: SlowNoise | undefined
  readonly #openLong: SlowNoise
  readonly #openShort: SlowNoise
  /** Part of each side's positions that stay open for another day. */
  readonly keptADay: Record<Side, number>
  /** False for swap-only and delisted markets. */
  readonly hasPositions: boolean

  constructor(seed: string, network: string, market: CatalogueMarket) {
    const key = keyOf(seed, 'market', network, market.marketToken)
    this.#usualPool = drawUsualPool(key, market)
    this.#pool = new SlowNoise(key, PURPOSE.pool)
    if (market.longToken !== market.shortToken) this.#split = new SlowNoise(key, PURPOSE.split)
    this.#openLong = new SlowNoise(key, PURPOSE.openLong)
    this.#openShort = new SlowNoise(key, PURPOSE.openShort)
    const draw = new Draws().at(key, SIZE_STREAM, 1)
    this.keptADay = bySide(() => within(KEPT_A_DAY, draw.uniform()))
    this.hasPositions = market.isListed && market.index !== undefined
  }

  /** Interest at the n-th of `count` instants, `stepSeconds` apart. */
  series(firstSecond: number, stepSeconds: number, count: number) {
    const tokensAt = this.#tokens(firstSecond, stepSeconds, count)
    if (!this.hasPositions)
      return (n: number): Interest => ({ tokens: tokensAt(n), reserve: NO_INTEREST, open: NO_INTEREST })
    const openLong = this.#openLong.series(firstSecond, stepSeconds, count)
    const openShort = this.#openShort.series(firstSecond, stepSeconds, count)
    return (n: number, { long, short, swing }: Surroundings): Interest => {
      const tokens = tokensAt(n)
      const reserve = {
        long: Math.floor(tokens.long * long * RESERVE_SHARE),
        short: Math.floor(tokens.short * short * RESERVE_SHARE),
      }
      return {
        tokens,
        reserve,
        open: {
          long: openOf(reserve.long, within(OPEN_SHARE, openLong[n]), swing.fall),
          short: openOf(reserve.short, within(OPEN_SHARE, openShort[n]), swing.rise),
        },
      }
    }
  }

  tokensAt(atSeconds: number): MicroUsd {
    return this.#tokens(atSeconds, 0, 1)(0)
  }

  #tokens(firstSecond: number, stepSeconds: number, count: number): (n: number) => MicroUsd {
    const pool = this.#pool.series(firstSecond, stepSeconds, count)
    const split = this.#split?.series(firstSecond, stepSeconds, count)
    return (n) => {
      const size = this.#usualPool * exp(POOL_DRIFT * (pool[n] - 0.5))
      const long = Math.round(size * (split ? within(LONG_SHARE, split[n]) : 0.5))
      return { long, short: split ? Math.round(size) - long : long }
    }
  }
}

function openOf(reserve: number, share: number, against: number): number {
  const square = against * against
  const liquidated = (MAX_LIQUIDATED * square) / (square + HALF_LIQUIDATING * HALF_LIQUIDATING)
  const calm = (reserve / RESERVE_SHARE) * share
  return Math.min(Math.round(calm * (1 - liquidated)), Math.floor(MAX_USE * reserve))
}

function drawUsualPool(key: Key, market: CatalogueMarket): number {
  const { least, most } = isMajor(market) ? MAJOR_POOL_USD : OTHER_POOL_USD
  return MICRO * least * exp(ln(most / least) * new Draws().at(key, SIZE_STREAM, 0).uniform())
}

function within({ least, range }: typeof LONG_SHARE, fraction: number): number {
  return least + range * fraction
}
