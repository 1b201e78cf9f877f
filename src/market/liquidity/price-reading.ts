/** Prices read for one answer about liquidity, memoised across pools. */
import { getOrCreate } from '../../kit/maps.js'
import { DAY_SECONDS } from '../price/periods.js'
import { type AssetPrices, type Candles, FIRST_SECOND } from '../price/prices.js'
import { LENGTH_SECONDS, type RatePeriod } from './state.js'

/** Days over which a move of the price is felt. */
export const MEMORY_DAYS = 4
/** Days before a midnight that determine its swing, plus one for the opening that the oldest move is measured from. */
export const DAYS_BEFORE = MEMORY_DAYS + 1

export interface PricedAsset {
  readonly baseQuanta: number
  readonly prices: AssetPrices
}

export type Relative = (asset: PricedAsset, atSeconds: number) => number

export class PriceReading {
  readonly atSeconds: number
  /** Days (UTC) from the earliest second needed to `atSeconds`, both inclusive. */
  readonly dayCount: number
  readonly fees = new Map<unknown, Float64Array>()
  readonly #days = new Map<PricedAsset, Candles>()
  readonly #relatives = new Map<PricedAsset, Map<number, number>>()

  constructor(atSeconds: number, earliestSeconds: number) {
    this.atSeconds = atSeconds
    this.dayCount = dayNumberOf(atSeconds) - dayNumberOf(earliestSeconds) + 1
  }

  readonly relative: Relative = (asset, atSeconds) => {
    const known = getOrCreate(this.#relatives, asset, () => new Map<number, number>())
    return getOrCreate(known, atSeconds, () => (asset.prices.tickAt(atSeconds) as number) / asset.baseQuanta)
  }

  readonly relativeAtMidnight: Relative = (asset, atSeconds) => {
    const { open, firstStart } = this.days(asset)
    return open[(atSeconds - firstStart) / DAY_SECONDS] / asset.baseQuanta
  }

  days(asset: PricedAsset): Candles {
    return getOrCreate(this.#days, asset, ({ prices }) =>
      prices.candles('1d', this.atSeconds, this.dayCount + DAYS_BEFORE),
    )
  }
}

export function dayNumberOf(second: number): number {
  return Math.floor(second / DAY_SECONDS)
}

/**
 * Start of a period that ends at `atSeconds`. `total` begins with a listing less than two years ago, but at least a
 * day ago; never before the beginning of time.
 */
export function beginOf(period: RatePeriod, listedAtSeconds: number | undefined, atSeconds: number): number {
  const begin = atSeconds - LENGTH_SECONDS[period]
  const isYounger =
    period === 'total' &&
    listedAtSeconds !== undefined &&
    listedAtSeconds > begin &&
    listedAtSeconds < atSeconds
  return Math.max(isYounger ? Math.min(listedAtSeconds, atSeconds - DAY_SECONDS) : begin, FIRST_SECOND)
}
