/**
 * The price of one asset at any time: a pure function of (seed, asset, second).
 *
 *   long run → days → 4 h → 1 h → 15 m → 5 m → 1 m → ticks
 *
 * Draws only what covers the requested time, each level just as wide as the next one needs.
 */
import type { TradingHours } from '../catalogue/types.js'
import { keyOf } from '../core/random.js'
import { FactorDraws } from './factors.js'
import { drawDays, type LongRun, type PriceModel } from './long-run.js'
import { DAY_LEVEL, DAY_SECONDS, LEVEL_SECONDS, MINUTE_LEVEL, TICK_LEVEL } from './periods.js'
import { Refiner } from './refine.js'
import { copySpan, cutSpan, type PriceSource, type Span } from './span.js'
import { TickWalk } from './ticks.js'
import { VolatilityField } from './volatility.js'
import { WEEK_PROFILES } from './week-profile.js'

export interface AssetFacts {
  readonly name: string
  readonly follows: string | undefined
  readonly baseQuanta: number
  readonly annualVolatility: number
  /** Pegged: pulled back within days, without common factors. */
  readonly stable: boolean
  /** Correlations with common factors, by name; the sum of their squares is below 1. */
  readonly loadings: Readonly<Record<string, number>>
  readonly hours: TradingHours
}

/** More than markets need for recent swings. */
const KEPT_DAYS = 8
const YEAR_SECONDS = 365.25 * DAY_SECONDS
const PEGGED = { blockDays: 8, mostLog: 0.009 } as const
const FREE = { blockDays: 256, mostLog: 4.6 } as const
/** Upper limit, however volatile an asset is. */
const MAX_ANCHOR_DEVIATION = 0.45
/**
 * Scale of an asset's own variance when a candle is halved, by level of the children. Halves must meet the candle's
 * high and low, which costs correlation; this compensates.
 */
const OWN_SHARE_WITHIN = [1, 0.4, 0.4, 0.38, 0.28, 0.2] as const
/** Above 1: within a minute, assets that trade at different moments correlate less. */
const OWN_SHARE_OF_TICKS = 1.5

export function createPriceModel(seed: string, asset: AssetFacts): PriceModel {
  const name = asset.follows ?? asset.name
  const own = keyOf(seed, 'price', name)
  const factors = Object.entries(asset.loadings).map(([factor, loading]) => ({
    key: keyOf(seed, 'factor', factor),
    loading,
  }))
  const [main] = Object.keys(asset.loadings)
  const secondVariance = (asset.annualVolatility * asset.annualVolatility) / YEAR_SECONDS
  const volatility = new VolatilityField({
    own: keyOf(seed, 'volatility', name),
    common: keyOf(seed, 'volatility of', main ?? name),
    commonShare: main === undefined ? 0 : asset.loadings[main] ** 2,
    secondVariance,
    profile: WEEK_PROFILES[asset.hours],
  })
  const { blockDays, mostLog } = asset.stable ? PEGGED : FREE
  const longRun: LongRun = {
    draws: new FactorDraws(own, factors, 1),
    volatility,
    base: asset.baseQuanta,
    blockDays,
    // Half a block's variance at each anchor makes the steps between anchors as volatile as those within.
    anchorDeviation: Math.min(
      MAX_ANCHOR_DEVIATION,
      Math.sqrt((secondVariance * blockDays * DAY_SECONDS) / 2),
    ),
    mostLog,
  }
  return {
    longRun,
    volatility,
    draws: OWN_SHARE_WITHIN.map((share) => new FactorDraws(own, factors, share)),
    tickDraws: new FactorDraws(own, factors, OWN_SHARE_OF_TICKS),
  }
}

export function createPriceProcess(seed: string, asset: AssetFacts): PriceSource {
  const { longRun, volatility, draws, tickDraws } = createPriceModel(seed, asset)
  const refiner = new Refiner(draws, volatility)
  const walk = new TickWalk(tickDraws)
  // Caches by level: a few days, and the last children of a single parent, as the next query is mostly about a second
  // or minute nearby.
  const recent: Span[] = []

  return {
    logVarianceAt: (atSeconds) => volatility.logVarianceAt(atSeconds),
    span(level, first, count) {
      const fromSeconds = first * LEVEL_SECONDS[level]
      const lastSeconds = (first + count) * LEVEL_SECONDS[level] - 1
      const relevant = (span: Span | undefined): Span | undefined => {
        if (span === undefined) return undefined
        const from = Math.floor(fromSeconds / LEVEL_SECONDS[span.level])
        const to = Math.floor(lastSeconds / LEVEL_SECONDS[span.level])
        if (from < span.first || to >= span.first + span.count) return undefined
        return cutSpan(span, from, to - from + 1)
      }
      let span: Span | undefined
      for (let known = level; known >= DAY_LEVEL && span === undefined; known--)
        span = relevant(recent[known])
      if (span === undefined) {
        const firstDay = Math.floor(fromSeconds / DAY_SECONDS)
        span = drawDays(longRun, firstDay, Math.floor(lastSeconds / DAY_SECONDS) - firstDay + 1)
        if (span.count <= KEPT_DAYS) recent[DAY_LEVEL] = span
      }
      while (span.level < level) {
        const parents: number = span.count
        const children: Span = (span.level === MINUTE_LEVEL ? walk : refiner).refine(
          span,
          fromSeconds,
          lastSeconds,
        )
        if (parents === 1 && children.level < TICK_LEVEL) recent[children.level] = children
        span = relevant(children) as Span
      }
      // The cached children of a single parent are still written to when siblings are needed.
      return span.rows === recent[level]?.rows ? copySpan(span) : span
    },
  }
}
