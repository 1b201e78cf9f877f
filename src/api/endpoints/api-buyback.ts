import * as z from 'zod'
import { LENGTH_SECONDS } from '../../market/liquidity/state.js'
import type { World } from '../../market/world/types.js'
import { poolUsdAt } from './api-states.js'
import { defineEndpoint } from './define.js'
import { textChunks } from './rows.js'
import { digits } from './values.js'

const WEEK_SECONDS = LENGTH_SECONDS['7d']
/** 1970-01-05, a Monday. */
const FIRST_MONDAY = 4 * 86_400
const WEEKS = 12
/** Of the value of all pools, per week: a year's fees of about 10 %, of which 27 % buy GMX. */
const WEEKLY_PART = (0.1 * 0.27) / 52
/** USD of the GMX that a network without the token buys elsewhere. */
const USUAL_PRICE = 7

interface Week {
  readonly weekStart: number
  readonly weekEnd: number
  /** In thousandths. */
  readonly gmx: number
}

/** Finished weeks, oldest first; undefined where the computation may pause. */
function* weeksAt(world: World, asOfMs: number): Generator<Week | undefined> {
  const running = Math.floor((asOfMs / 1000 - FIRST_MONDAY) / WEEK_SECONDS)
  const token = world.tokenBySymbol('GMX')
  const priced = token && world.pricesOf(token)
  for (let n = WEEKS - 1; n >= 0; n--) {
    const weekEnd = FIRST_MONDAY + (running - n) * WEEK_SECONDS
    const quanta = priced?.prices.tickAt(weekEnd)
    const price = priced && quanta !== undefined ? Number(quanta) / 10 ** priced.priceDecimals : USUAL_PRICE
    let usd = 0
    for (const [, value] of poolUsdAt(world, weekEnd - WEEK_SECONDS / 2)) {
      usd += value
      yield undefined
    }
    const gmx = Math.round((1000 * usd * WEEKLY_PART) / price)
    if (gmx > 0) yield { weekStart: weekEnd - WEEK_SECONDS, weekEnd, gmx }
  }
}

const toWei = (gmx: number) => String(BigInt(gmx) * 10n ** 15n)

const wei = digits.describe('GMX x 10^18')
const seconds = z.int().describe('Unix seconds')

/** The summary follows from the weeks, so it is last. */
function* chunksOf(all: Iterable<Week | undefined>) {
  let [total, latest, count] = [0, 0, 0]
  const text = ({ weekStart, weekEnd, gmx }: Week) => {
    ;[total, latest, count] = [total + gmx, gmx, count + 1]
    return JSON.stringify({ weekStart, weekEnd, weeklyAccrued: toWei(gmx), cumulativeAccrued: toWei(total) })
  }
  yield* textChunks(all, text, '{"weeks":[', '],"summary":')
  const summary = { totalAccrued: toWei(total), latestWeekAccrued: toWei(latest), weeksTracked: count }
  yield [Buffer.from(`${JSON.stringify(summary)}}`)]
}

export const apiBuyback = defineEndpoint({
  id: 'api-buyback',
  generation: 2,
  path: '/v1/buyback/weekly-stats',
  about: 'GMX bought back from fees, by week from Monday',
  gridMs: 3_600_000,
  facts: weeksAt,
  documented: {
    chunks: chunksOf,
    schema: () =>
      z.strictObject({
        summary: z.strictObject({
          totalAccrued: wei,
          latestWeekAccrued: wei,
          weeksTracked: z.int().nonnegative(),
        }),
        weeks: z.array(
          z.strictObject({
            weekStart: seconds,
            weekEnd: seconds,
            weeklyAccrued: wei,
            cumulativeAccrued: wei,
          }),
        ),
      }),
  },
})
