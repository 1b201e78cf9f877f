/**
 * What a market earns for its pool. A day's volume is the interest that was open when it began, turned over the more often
 * the farther the price went that day; a part of it is fees, most of which are the pool's.
 */
import { getOrCreate } from '../core/maps.js'
import { DAY_SECONDS } from '../price/periods.js'
import type { InterestProcess } from './interest.js'
import { dayOf, type PricedAsset, type Reading } from './reading.js'
import { swingAtMidnight } from './swings.js'

/** Of the volume: 0.06 % are fees, of which 63 % are the pool's. */
const FEE_SHARE = 0.0006
const POOL_SHARE = 0.63
/** How often open interest is turned over in a day: at most, and the range of prices on a day with half of that. */
const MOST_TURNOVER = 24
const HALF_RANGE = 0.6

/** A market's pool, as far as its fees depend on it. */
export interface Earning {
  readonly process: InterestProcess
  readonly index: PricedAsset
  readonly long: PricedAsset
  readonly short: PricedAsset
}

/** Fees of each day, oldest first, the running one so far, each as a part of what the pool was worth when it began. */
export function feesOfDays(reading: Reading, pool: Earning): Float64Array {
  return getOrCreate(reading.fees, pool, () => workOut(reading, pool))
}

/** Fees since a second as a part of the pool's value; those of the day in which it lies in proportion to the time. */
export function feesSince(reading: Reading, pool: Earning, beginSeconds: number): number {
  const fees = feesOfDays(reading, pool)
  const first = fees.length - (dayOf(reading.atSeconds) - dayOf(beginSeconds) + 1)
  let sum = fees[first] * (1 - (beginSeconds % DAY_SECONDS) / DAY_SECONDS)
  for (let day = first + 1; day < fees.length; day++) sum += fees[day]
  return sum
}

function workOut(reading: Reading, { process, index, long, short }: Earning): Float64Array {
  const fees = new Float64Array(reading.dayCount)
  if (!process.hasPositions) return fees
  const days = reading.days(index)
  const before = days.count - fees.length
  for (let n = 0; n < fees.length; n++) {
    const day = before + n
    const midnight = days.firstStart + day * DAY_SECONDS
    const surroundings = {
      swing: swingAtMidnight(days, day),
      long: reading.relativeAtMidnight(long, midnight),
      short: reading.relativeAtMidnight(short, midnight),
    }
    const { tokens, open } = process.at(midnight, surroundings)
    const pool = tokens.long * surroundings.long + tokens.short * surroundings.short
    const volume = (open.long + open.short) * turnoverOf(days.high[day] / days.low[day] - 1)
    fees[n] = (volume * FEE_SHARE * POOL_SHARE) / pool
  }
  return fees
}

/** Nearly in proportion to the range on usual days. */
export function turnoverOf(range: number): number {
  return (MOST_TURNOVER * range) / (range + HALF_RANGE)
}
