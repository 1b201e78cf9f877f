/**
 * Levels below 4 h: children drawn so that they fold to their parent exactly, by repeated halving (halve.ts).
 * Nothing is selected or moved afterwards, so children show no trace of the clock on which they were cut.
 */
import { type Int, Numbers, toInt } from '../../kit/numbers/platform.js'
import { type FactorDraws, SPLIT_STREAM } from './factors.js'
import { addHalvings, DRAWS, Halver, type Halving } from './halve.js'
import { LEVEL_SECONDS } from './levels.js'
import { type CandleSpan, CLOSE, OPEN, ROW, rowsOf, VARIANCE } from './span.js'
import type { Variances } from './volatility.js'

const MAX_CHILDREN = 6

const HALVINGS: Halving[][] = []
for (let children = 0; children <= MAX_CHILDREN; children++) HALVINGS.push(addHalvings([], 0, children))

/** Children of one parent as far as drawn: queries for one are mostly followed by its neighbours. */
class Memo {
  parent: number = Number.NaN
  /** Halvings done, one bit each. */
  done: Int = 0
  readonly rows: Numbers = new Numbers(MAX_CHILDREN * ROW)
  readonly normals: Numbers = new Numbers(MAX_CHILDREN * DRAWS)
}

/** Shared by all assets: it keeps nothing from one candle to the next. */
const halver = new Halver()

export class Refiner {
  readonly #draws: FactorDraws[]
  readonly #volatility: Variances
  readonly #memos: Memo[] = []

  constructor(draws: FactorDraws[], volatility: Variances) {
    this.#draws = draws
    this.#volatility = volatility
    for (let level = 0; level < draws.length; level++) this.#memos.push(new Memo())
  }

  /**
   * Sets `into` to the children of `parents`, one level down, that touch the seconds `from` … `to`; all `parents` do. Their
   * memory is reused by the next call; `into` may be `parents`.
   */
  refine(parents: CandleSpan, from: number, to: number, into: CandleSpan): void {
    const level = parents.level + 1
    const seconds = LEVEL_SECONDS[level]
    const children = toInt(LEVEL_SECONDS[parents.level] / seconds)
    const first = Math.max(parents.first * children, Math.floor(from / seconds))
    const end = Math.min((parents.first + parents.count) * children, Math.floor(to / seconds) + 1)
    const memo = this.#memos[level]
    if (parents.count === 1) {
      if (memo.parent !== parents.first) {
        memo.parent = parents.first
        memo.done = 0
        this.#begin(parents, 0, level, memo.rows, 0, memo.normals)
      }
      const index = parents.first * children
      memo.done = this.#halveSome(memo.rows, memo.normals, 0, memo.done, index, children, level, first, end)
      into.set(level, first, toInt(end - first), memo.rows, toInt(first - index) * ROW)
      return
    }
    const rows = rowsOf(level, parents.count * children)
    memo.parent = Number.NaN
    for (let i = 0; i < parents.count; i++) {
      this.#begin(parents, i, level, rows, i * children, memo.normals)
      const index = (parents.first + i) * children
      this.#halveSome(rows, memo.normals, i * children, 0, index, children, level, first, end)
    }
    into.set(level, first, toInt(end - first), rows, toInt(first - parents.first * children) * ROW)
  }

  #begin(parents: CandleSpan, i: Int, level: Int, rows: Numbers, at: Int, normals: Numbers): void {
    const parent = parents.start + i * ROW
    const index = parents.first + i
    const children = toInt(LEVEL_SECONDS[parents.level] / LEVEL_SECONDS[level])
    const scale = parents.rows[parent + OPEN] * parents.rows[parent + CLOSE]
    this.#volatility.variances(rows, at * ROW + VARIANCE, ROW, level, index * children, children, scale)
    for (let column = OPEN; column <= CLOSE; column++) rows[at * ROW + column] = parents.rows[parent + column]
    this.#draws[level]
      .at(SPLIT_STREAM + level, index, this.#volatility.stress)
      .normals(normals, DRAWS * (children - 1))
  }

  /** Does the pending halvings that lead to the children `first` … `end - 1`; returns the finished set. */
  #halveSome(
    rows: Numbers,
    normals: Numbers,
    at: Int,
    done: Int,
    index: number,
    children: Int,
    level: Int,
    first: number,
    end: number,
  ): Int {
    const halvings = HALVINGS[children]
    let now = done
    for (let h = 0; h < halvings.length; h++) {
      const halving = halvings[h]
      const begin = halving.begin
      const over = halving.over
      const bit = 1 << h
      if ((done & bit) !== 0 || index + begin >= end || index + over <= first) continue
      halver.halve(rows, at + begin, at + halving.middle, at + over, LEVEL_SECONDS[level], normals, DRAWS * h)
      now |= bit
    }
    return now
  }
}
