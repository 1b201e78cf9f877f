/** The market model of one asset: where its draws come from and how they are weighted. */
import type { Key } from '../../kit/random/draws.js'
import { type Factor, FactorDraws } from './factors.js'
import { DAY_SECONDS } from './levels.js'
import { LongRun } from './long-run.js'
import { VolatilityField } from './volatility.js'
import { WeekProfile } from './week-profile.js'

const ALWAYS = new WeekProfile(false)
const WEEKDAYS = new WeekProfile(true)

const YEAR_SECONDS = 365.25 * DAY_SECONDS
/** Pegged assets are pulled back within days, without common factors. */
const PEGGED_BLOCK_DAYS = 8
const PEGGED_MOST_LOG = 0.009
const FREE_BLOCK_DAYS = 256
const FREE_MOST_LOG = 4.6
/** Upper limit, however volatile an asset is. */
const MAX_ANCHOR_DEVIATION = 0.45
/**
 * Scale of an asset's own variance on paths of 4 h: volatilities of assets differ more there than over days, which costs
 * correlation; this compensates.
 */
const OWN_SHARE_OF_PATHS = 0.93
/** The same when a candle is halved, by level of the children: halves must meet the candle's high and low, which costs more. */
const OWN_SHARE_WITHIN: number[] = [1, 0.4, 0.22, 0.42, 0.04, 0.04]
/** Above 1: within a minute, assets that trade at different moments correlate less. */
const OWN_SHARE_OF_TICKS = 1.5

export class PriceModel {
  readonly longRun: LongRun
  readonly volatility: VolatilityField
  readonly draws: FactorDraws[] = []
  readonly pathDraws: FactorDraws
  readonly tickDraws: FactorDraws

  /** `commonVolatility` and `commonShare`: key and share of the volatility that follows the main factor. */
  constructor(
    own: Key,
    factors: Factor[],
    ownVolatility: Key,
    commonVolatility: Key,
    commonShare: number,
    baseQuanta: number,
    annualVolatility: number,
    isPegged: boolean,
    isWeekdays: boolean,
  ) {
    const secondVariance = (annualVolatility * annualVolatility) / YEAR_SECONDS
    const profile = isWeekdays ? WEEKDAYS : ALWAYS
    const volatility = new VolatilityField(
      ownVolatility,
      commonVolatility,
      commonShare,
      secondVariance,
      profile,
    )
    this.volatility = volatility
    const blockDays = isPegged ? PEGGED_BLOCK_DAYS : FREE_BLOCK_DAYS
    this.longRun = new LongRun(
      new FactorDraws(own, factors, 1),
      volatility,
      baseQuanta,
      blockDays,
      // Half a block's variance at each anchor makes the steps between anchors as volatile as those within.
      Math.min(MAX_ANCHOR_DEVIATION, Math.sqrt((secondVariance * blockDays * DAY_SECONDS) / 2)),
      isPegged ? PEGGED_MOST_LOG : FREE_MOST_LOG,
    )
    this.pathDraws = new FactorDraws(own, factors, OWN_SHARE_OF_PATHS)
    this.tickDraws = new FactorDraws(own, factors, OWN_SHARE_OF_TICKS)
    for (let level = 0; level < OWN_SHARE_WITHIN.length; level++)
      this.draws.push(new FactorDraws(own, factors, OWN_SHARE_WITHIN[level]))
  }
}
