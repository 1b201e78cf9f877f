/** Recent swings of a price, as felt by positions: a move liquidates them, and they return over days. */
import { type AssetPrices, FIRST_SECOND, type Fold } from '../price/prices.js'
import type { Swing } from './swing.js'

const HOUR = 3600
const DAY = 24 * HOUR
const FIRST_DAY = FIRST_SECOND / DAY
const MEMORY_DAYS = 4
/** Days before a midnight that determine its swing, plus one for the opening that the oldest move is measured from. */
export const DAYS_BEFORE = MEMORY_DAYS + 1

export class AssetHistory {
  readonly #prices: AssetPrices
  #at = Number.NaN
  #swing: Swing = { fall: 0, rise: 0 }
  /** Caches: finished days up to one, and the hours of a day. */
  #day = Number.NaN
  #days: Candles | undefined
  #hoursDay = Number.NaN
  #hours: Candles | undefined

  constructor(prices: AssetPrices) {
    this.#prices = prices
  }

  priceAt(atSeconds: number): number {
    if (atSeconds % HOUR !== 0) return this.#prices.tickAt(atSeconds) as number
    return this.#hoursOf(Math.floor(atSeconds / DAY)).open[(atSeconds % DAY) / HOUR]
  }

  at(atSeconds: number): Swing {
    if (atSeconds === this.#at) return this.#swing
    const { count, open, high, low } = this.#daysUpTo(Math.floor(atSeconds / DAY))
    const running = atSeconds % HOUR === 0 ? this.#foldHours(atSeconds) : this.#foldSeconds(atSeconds)
    high[count - 1] = running.high
    low[count - 1] = running.low
    this.#swing = swingOf(open, high, low, count, (atSeconds % DAY) / DAY)
    this.#at = atSeconds
    return this.#swing
  }

  #foldSeconds(atSeconds: number): Extremes {
    const { high, low } = this.#prices.candles('1d', atSeconds, 1)
    return { high: high[0], low: low[0] }
  }

  /** Folds the finished hours of the day and the first tick of the next one. */
  #foldHours(atSeconds: number): Extremes {
    const hours = this.#hoursOf(Math.floor(atSeconds / DAY))
    const hour = (atSeconds % DAY) / HOUR
    let high = hours.open[hour]
    let low = high
    for (let n = 0; n < hour; n++) {
      high = Math.max(high, hours.high[n])
      low = Math.min(low, hours.low[n])
    }
    return { high, low }
  }

  #hoursOf(day: number): Candles {
    if (this.#hours === undefined || day !== this.#hoursDay)
      this.#hours = this.#prices.finished('1h', { first: day * 24, count: 24 })
    this.#hoursDay = day
    return this.#hours
  }

  #daysUpTo(day: number): Candles {
    const first = Math.max(day - DAYS_BEFORE, FIRST_DAY)
    if (this.#days === undefined || day !== this.#day)
      this.#days = this.#prices.finished('1d', { first, count: day - first + 1 })
    this.#day = day
    return this.#days
  }
}

/** Swing at the start of a day, which itself does not count. */
export function swingAtMidnight({ open, high, low }: Candles, day: number): Swing {
  const first = Math.max(0, day - DAYS_BEFORE)
  const count = day - first + 1
  for (let n = 0; n < count; n++) {
    const isOver = n < count - 1
    opens[n] = open[first + n]
    highs[n] = isOver ? high[first + n] : open[day]
    lows[n] = isOver ? low[first + n] : open[day]
  }
  return swingOf(opens, highs, lows, count, 0)
}

const opens = new Float64Array(DAYS_BEFORE + 1)
const highs = new Float64Array(DAYS_BEFORE + 1)
const lows = new Float64Array(DAYS_BEFORE + 1)

type Extremes = Pick<Fold, 'high' | 'low'>
type Candles = ReturnType<AssetPrices['finished']>

/**
 * Swing over days, the last one running for `sinceMidnight` of it; moves are measured from the opening of their day
 * or the one before.
 */
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
