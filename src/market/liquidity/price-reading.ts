/** Prices read for one answer about liquidity, memoised across pools. */
import { getOrCreate } from '../../kit/maps.js'
import { DAY_SECONDS } from '../price/periods.js'
import type { AssetPrices, Candles } from '../price/prices.js'

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
  readonly #daysBefore: number
  readonly #days = new Map<PricedAsset, Candles>()
  readonly #relatives = new Map<PricedAsset, Map<number, number>>()

  /** `daysBefore` is the number of additional days read. */
  constructor(atSeconds: number, earliestSeconds: number, daysBefore: number) {
    this.atSeconds = atSeconds
    this.dayCount = dayOf(atSeconds) - dayOf(earliestSeconds) + 1
    this.#daysBefore = daysBefore
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
      prices.candles('1d', this.atSeconds, this.dayCount + this.#daysBefore),
    )
  }
}

export function dayOf(second: number): number {
  return Math.floor(second / DAY_SECONDS)
}
