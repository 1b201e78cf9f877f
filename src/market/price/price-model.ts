/** The market model of one asset: where its draws come from and how they are weighted. */
import { type Int, type Numbers, toInt } from '../../kit/numbers/platform.js'
import { Key } from '../../kit/random/draws.js'
import { Crises } from './crises.js'
import { Factor, FactorDraws } from './factors.js'
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
const OWN_SHARE_OF_PATHS = 0.84
/** The same when a candle is halved, by level of the children: halves must meet the candle's high and low, which costs more. */
const OWN_SHARE_WITHIN: number[] = [1, 0.4, 0.4, 0.42, 0.04, 0.04]
/** Above 1: within a minute, assets that trade at different moments correlate less. */
const OWN_SHARE_OF_TICKS = 1.5

/** Facts of an asset, and of each of its factors. */
export const FIXED_FACTS = 12
export const FACTOR_FACTS = 3
export const MAX_FACTORS = 3

export class PriceModel {
  readonly longRun: LongRun
  readonly volatility: VolatilityField
  readonly draws: FactorDraws[] = []
  readonly pathDraws: FactorDraws
  readonly tickDraws: FactorDraws

  /** From three keys, share of the volatility that follows the main factor, price, volatility, peg, hours, jumps; then key and loading by factor. */
  constructor(facts: Numbers, factorCount: Int) {
    const own = keyAt(facts, 0)
    const factors: Factor[] = []
    for (let n = 0; n < factorCount; n++) {
      const at = FIXED_FACTS + FACTOR_FACTS * n
      factors.push(new Factor(keyAt(facts, at), facts[at + 2]))
    }
    const annualVolatility = facts[8]
    const isPegged = facts[9] === 1
    const secondVariance = (annualVolatility * annualVolatility) / YEAR_SECONDS
    const profile = facts[10] === 1 ? WEEKDAYS : ALWAYS
    const volatility = new VolatilityField(
      keyAt(facts, 2),
      keyAt(facts, 4),
      facts[6],
      secondVariance,
      profile,
      crisesOf(facts, secondVariance),
    )
    this.volatility = volatility
    const blockDays = isPegged ? PEGGED_BLOCK_DAYS : FREE_BLOCK_DAYS
    this.longRun = new LongRun(
      new FactorDraws(own, factors, 1),
      volatility,
      facts[7],
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

/** Crises of the main factor, unless its markets rest, and of the asset alone. */
function crisesOf(facts: Numbers, secondVariance: number): Crises[] {
  const crises: Crises[] = []
  const common = facts[10] === 1 ? 0.0 : Math.sqrt(facts[6])
  if (common > 0) crises.push(new Crises(keyAt(facts, 4), common, secondVariance))
  if (facts[11] !== 0) crises.push(new Crises(keyAt(facts, 2), -facts[11], secondVariance))
  return crises
}

export function keyAt(facts: Numbers, n: Int): Key {
  return new Key(toInt(facts[n]), toInt(facts[n + 1]))
}
