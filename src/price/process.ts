/**
 * The price of one asset at any time: a pure function of (seed, asset, second).
 *
 *   long run → days → 4 h → 1 h → 15 m → 5 m → 1 m → ticks
 *
 * Draws only what covers the requested time, each level just as wide as the next one needs.
 */
import { type Int, Numbers, toInt } from '../core/platform.js'
import { DAY_LEVEL, DAY_SECONDS, LEVEL_SECONDS, MINUTE_LEVEL, TICK_LEVEL } from './levels.js'
import { drawDays } from './long-run.js'
import type { PriceModel } from './price-model.js'
import { Refiner } from './refine.js'
import { createSpan, ROW, type Span } from './span.js'
import { TickWalk } from './ticks.js'

/** More than markets need for recent swings. */
const KEPT_DAYS = 8

export class PriceProcess {
  readonly #model: PriceModel
  readonly #refiner: Refiner
  readonly #walk: TickWalk
  /**
   * Caches by level: a few days, and the last children of a single parent, as the next query is mostly about a second
   * or minute nearby.
   */
  readonly #recent: Span[] = []
  readonly #days: Numbers = new Numbers(KEPT_DAYS * ROW)
  readonly #span: Span = createSpan(DAY_LEVEL, 0, 0)
  #from: number = Number.NaN
  #last: number = Number.NaN

  constructor(model: PriceModel) {
    this.#model = model
    this.#refiner = new Refiner(model.draws, model.volatility)
    this.#walk = new TickWalk(model.tickDraws)
    for (let level = DAY_LEVEL; level <= TICK_LEVEL; level++) this.#recent.push(createSpan(level, 0, 0))
  }

  logVarianceAt(atSeconds: number): number {
    return this.#model.volatility.logVarianceAt(atSeconds)
  }

  /** Candles `first` … `first + count - 1` of a level, in memory that the next call reuses. */
  span(level: Int, first: number, count: Int): Span {
    const span = this.#span
    this.#from = first * LEVEL_SECONDS[level]
    this.#last = (first + count) * LEVEL_SECONDS[level] - 1
    let known = level
    while (known >= DAY_LEVEL && !this.#cut(this.#recent[known])) known--
    if (known < DAY_LEVEL) this.#drawDays()
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

  #drawDays(): void {
    const first = Math.floor(this.#from / DAY_SECONDS)
    const count = toInt(Math.floor(this.#last / DAY_SECONDS) - first) + 1
    const span = this.#span
    drawDays(this.#model.longRun, first, count, span)
    if (count > KEPT_DAYS) return
    for (let n = 0; n < count * ROW; n++) this.#days[n] = span.rows[n]
    span.set(DAY_LEVEL, first, count, this.#days, 0)
    this.#recent[DAY_LEVEL].set(DAY_LEVEL, first, count, this.#days, 0)
  }

  /** Sets the span to the part of `whole` that touches the requested seconds; false if it lacks some of them. */
  #cut(whole: Span): boolean {
    const seconds = LEVEL_SECONDS[whole.level]
    const from = Math.floor(this.#from / seconds)
    const to = Math.floor(this.#last / seconds)
    if (from < whole.first || to >= whole.first + whole.count) return false
    const start = whole.start + toInt(from - whole.first) * ROW
    this.#span.set(whole.level, from, toInt(to - from) + 1, whole.rows, start)
    return true
  }
}
