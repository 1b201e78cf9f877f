/**
 * Fees of a market. A day's volume is the open interest at midnight times a turnover that rises with the day's price
 * range; a part of the volume is fees, most of which go to the pool.
 */
import { getOrCreate } from '../../kit/maps.js'
import { DAY_SECONDS } from '../price/periods.js'
import type { InterestProcess } from './interest.js'
import { turnoverOf } from './market-kind.js'
import { dayOf, type PricedAsset, type PriceReading } from './price-reading.js'
import { swingAtMidnight } from './swing-history.js'

/** Fees are 0.06 % of the volume; the pool gets 63 % of them. */
const FEE_SHARE = 0.0006
const POOL_SHARE = 0.63

interface Earning {
  readonly process: InterestProcess
  readonly index: PricedAsset
  readonly long: PricedAsset
  readonly short: PricedAsset
}

/** Fees of each day, oldest first, as fractions of the pool's value at midnight. */
export function feesOfDays(reading: PriceReading, pool: Earning): Float64Array {
  return getOrCreate(reading.fees, pool, () => workOut(reading, pool))
}

/** Fees since a second as a fraction of the pool's value; the first day counts pro rata. */
export function feesSince(reading: PriceReading, pool: Earning, beginSeconds: number): number {
  const fees = feesOfDays(reading, pool)
  const first = fees.length - (dayOf(reading.atSeconds) - dayOf(beginSeconds) + 1)
  let sum = fees[first] * (1 - (beginSeconds % DAY_SECONDS) / DAY_SECONDS)
  for (let day = first + 1; day < fees.length; day++) sum += fees[day]
  return sum
}

function workOut(reading: PriceReading, { process, index, long, short }: Earning): Float64Array {
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
