/** The money in a market: what its pool is worth and how much interest is open against it. Prices play no part yet. */

import type { Market } from '../catalogue/types.js'
import { Draws, type Key, keyOf } from '../core/random.js'
import { exp, ln } from '../core/real.js'
import { SlowNoise } from './noise.js'

/** Whole microdollars (USD x 10^6), below 2^53, of the long and of the short side. */
export interface MicroUsd {
  readonly long: number
  readonly short: number
}

export interface Interest {
  /** Worth of the pool's long and short token. */
  readonly pool: MicroUsd
  /** The most open interest that the pool admits. */
  readonly reserve: MicroUsd
  readonly open: MicroUsd
}

const MICRO = 1_000_000
/** Assets whose markets are larger than others by far. */
const MAJORS: readonly string[] = ['BTC', 'ETH']
const MAJOR_POOL_USD = { least: 8_000_000, most: 120_000_000 }
const OTHER_POOL_USD = { least: 400_000, most: 15_000_000 }
/** Over time a pool moves between 1/1.35 and 1.35 of its usual size, nearly. */
const POOL_DRIFT = 0.6
/** The long token is 44 to 56 % of a pool of two. */
const LONG_SHARE = { least: 0.44, range: 0.12 }
const OPEN_SHARE = { least: 0.1, range: 0.6 }
const RESERVE_SHARE = 0.75

const PURPOSE = { pool: 0, split: 1, openLong: 2, openShort: 3 } as const
/** Far from the streams that the purposes draw from. */
const SIZE_STREAM = 1000

const NOTHING: MicroUsd = { long: 0, short: 0 }

/** The history of one market under one seed, by Unix second. */
export class InterestProcess {
  readonly #usualPool: number
  readonly #pool: SlowNoise
  readonly #split: SlowNoise | undefined
  readonly #openLong: SlowNoise
  readonly #openShort: SlowNoise
  /** Whether positions may be held at all: neither in a market for swaps only nor in one that was delisted. */
  readonly #hasPositions: boolean

  constructor(seed: string, network: string, market: Market) {
    const key = keyOf(seed, 'market', network, market.marketToken)
    this.#usualPool = drawUsualPool(key, market)
    this.#pool = new SlowNoise(key, PURPOSE.pool)
    if (market.longToken !== market.shortToken) this.#split = new SlowNoise(key, PURPOSE.split)
    this.#openLong = new SlowNoise(key, PURPOSE.openLong)
    this.#openShort = new SlowNoise(key, PURPOSE.openShort)
    this.#hasPositions = market.isListed && market.index !== undefined
  }

  at(atSeconds: number): Interest {
    const pool = this.#poolAt(atSeconds)
    if (!this.#hasPositions) return { pool, reserve: NOTHING, open: NOTHING }
    const reserve = {
      long: Math.floor(pool.long * RESERVE_SHARE),
      short: Math.floor(pool.short * RESERVE_SHARE),
    }
    const open = {
      long: Math.round(pool.long * within(OPEN_SHARE, this.#openLong.at(atSeconds))),
      short: Math.round(pool.short * within(OPEN_SHARE, this.#openShort.at(atSeconds))),
    }
    return { pool, reserve, open }
  }

  #poolAt(atSeconds: number): MicroUsd {
    const whole = this.#usualPool * exp(POOL_DRIFT * (this.#pool.at(atSeconds) - 0.5))
    const long = Math.round(whole * (this.#split ? within(LONG_SHARE, this.#split.at(atSeconds)) : 0.5))
    return { long, short: this.#split ? Math.round(whole) - long : long }
  }
}

/** Log-uniform. */
function drawUsualPool(key: Key, market: Market): number {
  const { least, most } =
    market.index && MAJORS.includes(market.index.asset) ? MAJOR_POOL_USD : OTHER_POOL_USD
  return MICRO * least * exp(ln(most / least) * new Draws().at(key, SIZE_STREAM, 0).uniform())
}

function within({ least, range }: { readonly least: number; readonly range: number }, place: number): number {
  return least + range * place
}
