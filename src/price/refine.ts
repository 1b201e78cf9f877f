/**
 * Levels below days: children drawn so that they fold to their parent exactly, by repeated halving (halve.ts).
 * Nothing is selected or moved afterwards, so children show no trace of the clock on which they were cut.
 */
import { type FactorDraws, STREAM } from './factors.js'
import { DRAWS, Halver, halvingsOf } from './halve.js'
import { LEVEL_SECONDS } from './periods.js'
import { CLOSE, createSpan, OPEN, ROW, type Span, VARIANCE } from './span.js'
import type { VolatilityField } from './volatility.js'

const MAX_CHILDREN = 6

const HALVINGS = Array.from({ length: MAX_CHILDREN + 1 }, (_, children) => halvingsOf(0, children))

/** Children of one parent as far as drawn: queries for one are mostly followed by its neighbours. */
interface Memo {
  parent: number
  done: number
  readonly rows: Float64Array
  readonly normals: Float64Array
}

/** Shared by all assets: it keeps nothing from one candle to the next. */
const halver = new Halver()
const MEMO_ROWS = MAX_CHILDREN * ROW
const MEMO_NUMBERS = MEMO_ROWS + MAX_CHILDREN * DRAWS

export class Refiner {
  readonly #draws: readonly FactorDraws[]
  readonly #volatility: Pick<VolatilityField, 'variances'>
  readonly #memos: readonly Memo[]

  constructor(draws: readonly FactorDraws[], volatility: Pick<VolatilityField, 'variances'>) {
    this.#draws = draws
    this.#volatility = volatility
    // Parts of one array: a small array costs as much overhead as its numbers.
    const memory = new Float64Array(draws.length * MEMO_NUMBERS)
    this.#memos = draws.map((_, level) => {
      const begin = level * MEMO_NUMBERS
      const rows = memory.subarray(begin, begin + MEMO_ROWS)
      return {
        parent: Number.NaN,
        done: 0,
        rows,
        normals: memory.subarray(begin + MEMO_ROWS, begin + MEMO_NUMBERS),
      }
    })
  }

  /** Draws the children of `parents`, one level down, that touch the seconds `from` … `to`; all `parents` do. */
  refine(parents: Span, from: number, to: number): Span {
    const level = parents.level + 1
    const seconds = LEVEL_SECONDS[level]
    const children = LEVEL_SECONDS[parents.level] / seconds
    const first = Math.max(parents.first * children, Math.floor(from / seconds))
    const end = Math.min((parents.first + parents.count) * children, Math.floor(to / seconds) + 1)
    const memo = this.#memos[level]
    if (parents.count === 1) {
      if (memo.parent !== parents.first) {
        memo.parent = parents.first
        memo.done = 0
        this.#begin(parents, 0, level, memo.rows, 0, memo.normals)
      }
      memo.done = this.#halveSome(memo, 0, memo.done, parents.first * children, children, level, first, end)
      return { level, first, count: end - first, rows: memo.rows, start: (first % children) * ROW }
    }
    const { rows } = createSpan(level, parents.first * children, parents.count * children)
    const work = { rows, normals: memo.normals }
    memo.parent = Number.NaN
    for (let i = 0; i < parents.count; i++) {
      this.#begin(parents, i, level, rows, i * children, memo.normals)
      const index = (parents.first + i) * children
      this.#halveSome(work, i * children, 0, index, children, level, first, end)
    }
    const start = (first - parents.first * children) * ROW
    return { level, first, count: end - first, rows, start }
  }

  #begin(
    parents: Span,
    i: number,
    level: number,
    rows: Float64Array,
    at: number,
    normals: Float64Array,
  ): void {
    const parent = parents.start + i * ROW
    const index = parents.first + i
    const children = LEVEL_SECONDS[parents.level] / LEVEL_SECONDS[level]
    const scale = parents.rows[parent + OPEN] * parents.rows[parent + CLOSE]
    this.#volatility.variances(rows, at * ROW + VARIANCE, ROW, level, index * children, children, scale)
    for (let column = OPEN; column <= CLOSE; column++) rows[at * ROW + column] = parents.rows[parent + column]
    this.#draws[level].at(STREAM.split + level, index).normals(normals, DRAWS * (children - 1))
  }

  /** Does the pending halvings that lead to the children `first` … `end - 1`; returns the finished set. */
  #halveSome(
    { rows, normals }: Pick<Memo, 'rows' | 'normals'>,
    at: number,
    done: number,
    index: number,
    children: number,
    level: number,
    first: number,
    end: number,
  ): number {
    const halvings = HALVINGS[children]
    let now = done
    for (let h = 0; h < halvings.length; h++) {
      const { begin, middle, over } = halvings[h]
      const bit = 1 << h
      if ((done & bit) !== 0 || index + begin >= end || index + over <= first) continue
      halver.halve(rows, at + begin, at + middle, at + over, LEVEL_SECONDS[level], normals, DRAWS * h)
      now |= bit
    }
    return now
  }
}
