/** Hourly prices and swings of one answer, in blocks of days: read as a whole, hours cost a third of single ones. */
import { getOrCreate } from '../../kit/maps.js'
import { FIRST_SECOND } from '../price/prices.js'
import type { Interest } from './interest.js'
import type { MarketPool } from './pools.js'
import { DAYS_BEFORE, dayNumberOf, type PricedAsset } from './price-reading.js'
import type { YieldPoint } from './state.js'
import { swingOn } from './swing.js'

export const HOUR = 3600
const DAY_HOURS = 24
const FIRST_DAY = dayNumberOf(FIRST_SECOND)
/** The hours of 30 days are in one block, which takes about a millisecond to read. */
const BLOCK_DAYS = 31

/** Consecutive hours from a midnight on, all of them as if finished. */
interface Hours {
  readonly firstSecond: number
  /** Openings, as fractions of the catalogue's price. */
  readonly relative: Float64Array
  readonly fall: Float64Array
  readonly rise: Float64Array
}

export class HourReading {
  readonly #lastDay: number
  readonly #known = new Map<PricedAsset, Hours[]>()

  constructor(atSeconds: number) {
    this.#lastDay = dayNumberOf(atSeconds)
  }

  /** Interest in a market at the hours of a block, the newest of which is block 0. */
  *interestIn({ process, long, short, index }: MarketPool, block: number) {
    const ofLong = yield* this.#hoursOf(long, block, true)
    const ofShort = yield* this.#hoursOf(short, block, true)
    const { fall, rise, firstSecond } = yield* this.#hoursOf(index, block, false)
    const interest = process.series(firstSecond, HOUR, fall.length)
    return {
      firstSecond,
      at(hourSeconds: number): Interest {
        const n = (hourSeconds - firstSecond) / HOUR
        const swing = { fall: fall[n], rise: rise[n] }
        return interest(n, { long: ofLong.relative[n], short: ofShort.relative[n], swing })
      },
    }
  }

  /** Keeps the hours of tokens in pools, which most markets share; those of an index take as much memory as the answer. */
  *#hoursOf(asset: PricedAsset, block: number, isKept: boolean): Generator<YieldPoint, Hours> {
    const blocks = getOrCreate(this.#known, asset, () => [])
    const known = blocks[block]
    if (known !== undefined) return known
    const hours = readHours(asset, this.#lastDay - block * BLOCK_DAYS)
    if (isKept) blocks[block] = hours
    yield
    return hours
  }
}

function readHours({ baseQuanta, prices }: PricedAsset, lastDay: number): Hours {
  const firstDay = Math.max(lastDay - BLOCK_DAYS + 1, FIRST_DAY)
  const before = Math.min(firstDay - FIRST_DAY, DAYS_BEFORE)
  const hours = prices.finished('1h', {
    first: firstDay * DAY_HOURS,
    count: (lastDay - firstDay + 1) * DAY_HOURS,
  })
  const earlier = prices.finished('1d', { first: firstDay - before, count: before })
  const days = { open: [...earlier.open], high: [...earlier.high], low: [...earlier.low] }
  const take = (day: number, high: number, low: number): void => {
    days.high[day] = Math.max(days.high[day], high)
    days.low[day] = Math.min(days.low[day], low)
  }
  const fall = new Float64Array(hours.count)
  const rise = new Float64Array(hours.count)
  for (const [n, opening] of hours.open.entries()) {
    const today = before + Math.floor(n / DAY_HOURS)
    const hour = n % DAY_HOURS
    if (hour === 0) for (const column of [days.open, days.high, days.low]) column.push(opening)
    else take(today, opening, opening)
    const swing = swingOn(days, today, hour / DAY_HOURS)
    fall[n] = swing.fall
    rise[n] = swing.rise
    take(today, hours.high[n], hours.low[n])
  }
  return {
    firstSecond: hours.firstStart,
    relative: hours.open.map((quanta) => quanta / baseQuanta),
    fall,
    rise,
  }
}
