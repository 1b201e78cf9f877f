/**
 * The price of one asset at any time: a pure function of (seed, asset, second).
 *
 *   long run → days → 4 h → 1 h → 15 m → 5 m → 1 m → ticks
 *
 * Only what covers the asked-for time is drawn, each level just as wide as the next one needs.
 */
import { keyOf } from '../core/random.js'
import { CoupledDraws } from './coupled.js'
import { drawDays } from './day.js'
import { drawDayEdges, type LongRunOptions } from './long-run.js'
import { DAY_LEVEL, DAY_SECONDS, LEVEL_SECONDS, TICK_LEVEL } from './periods.js'
import { Refiner } from './refine.js'
import { cutSpan, type Span } from './span.js'

/** What a price process needs to know of an asset; the catalogue's `Asset` is one. */
export interface AssetFacts {
  readonly name: string
  /** Another asset whose every move it makes. */
  readonly follows: string | undefined
  /** Price at the anchor day, in quanta. */
  readonly baseQuanta: number
  readonly annualVolatility: number
  /** Pegged: pulled back within days and moved by nothing common. */
  readonly stable: boolean
  /** Share of the variance that is common to the whole market, 0 to 1. */
  readonly coupling: number
}

/** Where candles and ticks come from, unrounded: the bare process, or one with events laid over it. */
export interface PriceSource {
  /** The candles `first` … `first + count - 1` of a level, in units of its seconds since 1970; ticks at TICK_LEVEL. */
  span(level: number, first: number, count: number): Span
}

const BLOCK_DAYS = { stable: 8, other: 256 } as const

export function createPriceProcess(seed: string, asset: AssetFacts): PriceSource {
  const draws = new CoupledDraws(
    keyOf(seed, 'price', asset.follows ?? asset.name),
    keyOf(seed, 'price'),
    asset.coupling,
  )
  const refiner = new Refiner(draws)
  const longRun: LongRunOptions = {
    draws,
    annualVolatility: asset.annualVolatility,
    blockDays: asset.stable ? BLOCK_DAYS.stable : BLOCK_DAYS.other,
  }
  // What was drawn last from a single parent, by level: the next question is mostly about the next second or minute.
  const recent: Span[] = []

  return {
    span(level, first, count) {
      const fromSeconds = first * LEVEL_SECONDS[level]
      const lastSeconds = (first + count) * LEVEL_SECONDS[level] - 1
      /** The part of a span that the question is about; undefined where it does not hold all of that. */
      const relevant = (span: Span | undefined): Span | undefined => {
        if (span === undefined) return undefined
        const from = Math.floor(fromSeconds / LEVEL_SECONDS[span.level])
        const to = Math.floor(lastSeconds / LEVEL_SECONDS[span.level])
        if (from < span.first || to >= span.first + span.count) return undefined
        return cutSpan(span, from, to - from + 1)
      }
      const drawTheDays = (): Span => {
        const firstDay = Math.floor(fromSeconds / DAY_SECONDS)
        const days = Math.floor(lastSeconds / DAY_SECONDS) - firstDay + 1
        return drawDays(draws, drawDayEdges(longRun, firstDay, days), asset.baseQuanta, firstDay)
      }
      let span: Span | undefined
      for (let known = level; known > DAY_LEVEL && span === undefined; known--) span = relevant(recent[known])
      span ??= drawTheDays()
      while (span.level < level) {
        const children: Span = refiner.refine(span)
        if (span.count === 1 && children.level < TICK_LEVEL) recent[children.level] = children
        span = relevant(children) as Span
      }
      return span
    },
  }
}
