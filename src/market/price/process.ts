/**
 * The price of one asset at any time: a pure function of (seed, asset, second).
 *
 *   long run → 4 h → 1 h → 15 m → 5 m → 1 m → ticks; days fold 4 h
 *
 * Draws only what covers the requested time, each level just as wide as the next one needs.
 */
import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { FourHours } from './four-hours.js'
import { DAY_LEVEL, FOUR_HOURS_LEVEL, LEVEL_SECONDS, MINUTE_LEVEL, TICK_LEVEL } from './levels.js'
import type { PriceModel } from './price-model.js'
import { Refiner } from './refine.js'
import { type CandleSpan, createSpan, ROW } from './span.js'
import { TickWalk } from './ticks.js'

/** As many days as markets need for recent swings. */
const KEPT = 6

export class PriceProcess {
  readonly #model: PriceModel
  readonly #refiner: Refiner
  readonly #walk: TickWalk
  readonly #fourHours: FourHours
  /**
   * Caches by level: a few days, and the last children of a single parent, as the next query is mostly about a second
   * or minute nearby.
   */
  readonly #recent: CandleSpan[] = []
  readonly #kept: Numbers[] = []
  readonly #span: CandleSpan = createSpan(DAY_LEVEL, 0, 0)
  #from: number = Number.NaN
  #last: number = Number.NaN

  constructor(model: PriceModel) {
    this.#model = model
    this.#refiner = new Refiner(model.draws, model.volatility)
    this.#walk = new TickWalk(model.tickDraws)
    this.#fourHours = new FourHours(model.longRun, model.pathDraws)
    for (let level = DAY_LEVEL; level <= FOUR_HOURS_LEVEL; level++) this.#kept.push(new Numbers(KEPT * ROW))
    for (let level = DAY_LEVEL; level <= TICK_LEVEL; level++) this.#recent.push(createSpan(level, 0, 0))
  }

  logVarianceAt(atSeconds: number): number {
    return this.#model.volatility.logVarianceAt(atSeconds)
  }

  /** Candles `first` … `first + count - 1` of a level, in memory that the next call reuses. */
  span(level: Int, first: number, count: Int): CandleSpan {
    const span = this.#span
    this.#from = first * LEVEL_SECONDS[level]
    this.#last = (first + count) * LEVEL_SECONDS[level] - 1
    const coarsest = level < FOUR_HOURS_LEVEL ? level : FOUR_HOURS_LEVEL
    let known = level
    while (known >= coarsest && !this.#cut(this.#recent[known])) known--
    if (known < coarsest) this.#drawFirst(coarsest)
    while (span.level < level) {
      const isSingle = span.count === 1
      if (span.level === MINUTE_LEVEL) this.#walk.refine(span, span)
      else this.#refiner.refine(span, this.#from, this.#last, span)
      if (isSingle && span.level < TICK_LEVEL)
        this.#recent[span.level].set(span.level, span.first, span.count, span.rows, span.start)
      this.#cut(span)
    }
    return span
  }

  /** Draws days or candles of 4 h, and keeps them if they are few. */
  #drawFirst(level: Int): void {
    const seconds = LEVEL_SECONDS[level]
    const first = Math.floor(this.#from / seconds)
    const count = toInt(Math.floor(this.#last / seconds) - first) + 1
    const span = this.#span
    this.#fourHours.draw(level, first, count, span)
    if (count > KEPT) return
    const kept = this.#kept[level]
    for (let n = 0; n < count * ROW; n++) kept[n] = span.rows[n]
    span.set(level, first, count, kept, 0)
    this.#recent[level].set(level, first, count, kept, 0)
  }

  /** Sets the span to the part of `whole` that touches the requested seconds; false if it lacks some of them. */
  #cut(whole: CandleSpan): boolean {
    const seconds = LEVEL_SECONDS[whole.level]
    const from = Math.floor(this.#from / seconds)
    const to = Math.floor(this.#last / seconds)
    if (from < whole.first || to >= whole.first + whole.count) return false
    const start = whole.start + toInt(from - whole.first) * ROW
    this.#span.set(whole.level, from, toInt(to - from) + 1, whole.rows, start)
    return true
  }
}
