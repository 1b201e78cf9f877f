/** How far a price fell and rose lately, as positions feel it: they are liquidated by a move and come back over days. */
import { type AssetPrices, FIRST_SECOND } from '../price/candles.js'

/** Parts of the price, 0 and up: the largest fall and rise of the last days, less the longer ago. */
export interface Swing {
  readonly fall: number
  readonly rise: number
}

const HOUR = 3600
const DAY = 24 * HOUR
const FIRST_DAY = FIRST_SECOND / DAY
/** After so many days a move is forgotten. */
const MEMORY_DAYS = 4

/** Price and swing of one asset at any second; one whole hour after the other costs little. */
export class AssetHistory {
  readonly #prices: AssetPrices
  #at = Number.NaN
  #swing: Swing = { fall: 0, rise: 0 }
  /** The day that was asked for last by the hour: its hours, and the days before it. */
  #day = Number.NaN
  #hours: Candles | undefined
  #days: Candles | undefined

  constructor(prices: AssetPrices) {
    this.#prices = prices
  }

  at(atSeconds: number): Swing {
    if (atSeconds !== this.#at) {
      this.#swing = atSeconds % HOUR === 0 ? this.#atHour(atSeconds) : this.#atSecond(atSeconds)
      this.#at = atSeconds
    }
    return this.#swing
  }

  /** Price in quanta at a second. */
  priceAt(atSeconds: number): number {
    if (atSeconds % HOUR !== 0) return this.#prices.tickAt(atSeconds) as number
    this.#load(Math.floor(atSeconds / DAY))
    return (this.#hours as Candles).open[(atSeconds % DAY) / HOUR]
  }

  #atSecond(atSeconds: number): Swing {
    const { count, open, high, low } = this.#prices.candles('1d', atSeconds, MEMORY_DAYS + 2)
    return swingOf(open, high, low, count, (atSeconds % DAY) / DAY)
  }

  #atHour(atSeconds: number): Swing {
    this.#load(Math.floor(atSeconds / DAY))
    const hours = this.#hours as Candles
    const { count, open, high, low } = this.#days as Candles
    const hour = (atSeconds % DAY) / HOUR
    // The running day so far: its hours that are over, and the first tick of the one that begins.
    let highest = hours.open[hour]
    let lowest = highest
    for (let n = 0; n < hour; n++) {
      highest = Math.max(highest, hours.high[n])
      lowest = Math.min(lowest, hours.low[n])
    }
    high[count - 1] = highest
    low[count - 1] = lowest
    return swingOf(open, high, low, count, hour / 24)
  }

  #load(day: number): void {
    if (day === this.#day) return
    const first = Math.max(day - MEMORY_DAYS - 1, FIRST_DAY)
    this.#hours = this.#prices.finished('1h', { first: day * 24, count: 24 })
    this.#days = this.#prices.finished('1d', { first, count: day - first + 1 })
    this.#day = day
  }
}

type Candles = ReturnType<AssetPrices['finished']>

/** Of days, the last one running for `sinceMidnight` of it; a move is measured from the opening of its day or the one before. */
function swingOf(
  open: Float64Array,
  high: Float64Array,
  low: Float64Array,
  count: number,
  sinceMidnight: number,
): Swing {
  let fall = 0
  let rise = 0
  for (let n = 0; n < count; n++) {
    const daysAgo = count - 2 - n + sinceMidnight
    const weight = n === count - 1 ? 1 : 1 - daysAgo / MEMORY_DAYS
    if (weight <= 0) continue
    const before = open[Math.max(0, n - 1)]
    fall = Math.max(fall, weight * (1 - low[n] / Math.max(open[n], before)))
    rise = Math.max(rise, weight * (high[n] / Math.min(open[n], before) - 1))
  }
  return { fall, rise }
}
