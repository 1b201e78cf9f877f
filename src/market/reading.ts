/** What one answer about liquidity reads of prices: worked out once, whichever pools ask for it. */
import { getOrCreate } from '../core/maps.js'
import { DAY_SECONDS } from '../price/periods.js'
import type { AssetPrices, Candles } from '../price/prices.js'

/** An asset as its markets see it. */
export interface PricedAsset {
  /** The catalogue's price, in quanta. */
  readonly baseQuanta: number
  readonly prices: AssetPrices
}

/** The price of an asset at a second as a part of the catalogue's. */
export type Relative = (asset: PricedAsset, atSeconds: number) => number

export class Reading {
  readonly atSeconds: number
  /** How many days (UTC) there are from the earliest second that is asked about, both ends included. */
  readonly dayCount: number
  /** Fees of pools, for whoever works them out. */
  readonly fees = new Map<unknown, Float64Array>()
  readonly #daysBefore: number
  readonly #days = new Map<PricedAsset, Candles>()
  readonly #relatives = new Map<PricedAsset, Map<number, number>>()

  /** `daysBefore`: so many days more are read. */
  constructor(atSeconds: number, earliestSeconds: number, daysBefore: number) {
    this.atSeconds = atSeconds
    this.dayCount = dayOf(atSeconds) - dayOf(earliestSeconds) + 1
    this.#daysBefore = daysBefore
  }

  readonly relative: Relative = (asset, atSeconds) => {
    const known = getOrCreate(this.#relatives, asset, () => new Map<number, number>())
    return getOrCreate(known, atSeconds, () => (asset.prices.tickAt(atSeconds) as number) / asset.baseQuanta)
  }

  /** The same at a midnight of one of its days. */
  readonly relativeAtMidnight: Relative = (asset, atSeconds) => {
    const { open, firstStart } = this.days(asset)
    return open[(atSeconds - firstStart) / DAY_SECONDS] / asset.baseQuanta
  }

  /** Its days up to the running one, and those before. */
  days(asset: PricedAsset): Candles {
    return getOrCreate(this.#days, asset, ({ prices }) =>
      prices.candles('1d', this.atSeconds, this.dayCount + this.#daysBefore),
    )
  }
}

export function dayOf(second: number): number {
  return Math.floor(second / DAY_SECONDS)
}
