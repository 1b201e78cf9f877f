/** Figures of open positions: the mean entries of a market's longs and shorts. */
import { createByteCache } from '../../src/kit/byte-cache.js'
import { DAY_SECONDS } from '../../src/market/price/periods.js'
import { createWorlds } from '../../src/market/world/worlds.js'
import { catalogue } from '../../test/support/prices.js'
import { quantile } from './numbers.js'
import { AT, BPS, DAY_HOURS, type Note } from './sample.js'

/** Looks, each a month and some hours after the one before, as all markets move alike on one day. */
const LOOKS = 12
const MONTH = 30 * DAY_SECONDS + (5 * DAY_SECONDS) / DAY_HOURS

export function measureEntries(seed: string, note: Note): void {
  const options = { seed, catalogue, priceFormat: 'full', cache: createByteCache(0) } as const
  const { markets } = createWorlds(options)('arbitrum')
  const entries = Array.from({ length: LOOKS }, (_, n) => [...markets.statesAt(AT - n * MONTH)])
    .flat()
    .filter(({ openInterest }) => openInterest.long > 0n && openInterest.short > 0n)
    .map(({ entry }) => entry)
  const shareOf = (is: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(is).length / entries.length
  note(
    'longs and shorts with equal entries',
    shareOf(({ long, short }) => long === short),
  )
  const gaps = Float64Array.from(entries, ({ long, short }) => BPS * Math.abs(Math.log(long / short)))
  note('entries of longs and shorts apart, median, bps', quantile(gaps, 0.5))
  note(
    'longs in profit',
    shareOf(({ long }) => long < 1),
  )
  note(
    'shorts in profit',
    shareOf(({ short }) => short > 1),
  )
}
