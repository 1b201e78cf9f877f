import type { AssetPrices } from '../price/prices.js'
import type { PricedAsset } from './price-reading.js'
import { AssetHistory } from './swing-history.js'

export class AssetState implements PricedAsset {
  readonly baseQuanta: number
  readonly prices: AssetPrices
  readonly history: AssetHistory
  #at = Number.NaN
  #relative = Number.NaN

  constructor({ baseQuanta, prices }: PricedAsset) {
    this.baseQuanta = baseQuanta
    this.prices = prices
    this.history = new AssetHistory(prices)
  }

  relativeAt(atSeconds: number): number {
    if (atSeconds !== this.#at) {
      this.#relative = this.history.priceAt(atSeconds) / this.baseQuanta
      this.#at = atSeconds
    }
    return this.#relative
  }
}
