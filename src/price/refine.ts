/**
 * The levels below days: a candle's children, drawn so that they fold to it exactly.
 *
 * A group of children is halved, and its halves again, until each child is alone (halve.ts). Nothing is chosen from
 * candidates and nothing is moved afterwards, so that children show no trace of the clock on which they were cut.
 */
import { type FactorDraws, STREAM } from './factors.js'
import { DRAWS, Halver } from './halve.js'
import { LEVEL_SECONDS } from './periods.js'
import { CLOSE, createSpan, OPEN, ROW, type Span, VARIANCE } from './span.js'
import type { VolatilityField } from './volatility.js'

const MOST_CHILDREN = 6

/** Children `begin` … `over - 1` are cut before `middle`. */
interface Halving {
  readonly begin: number
  readonly middle: number
  readonly over: number
}

/** The halvings of so many children, each after those that its children come from. */
const HALVINGS = Array.from({ length: MOST_CHILDREN + 1 }, (_, children) => halvingsOf(0, children))

function halvingsOf(begin: number, over: number): Halving[] {
  if (over - begin < 2) return []
  const middle = Math.floor((begin + over) / 2)
  return [{ begin, middle, over }, ...halvingsOf(begin, middle), ...halvingsOf(middle, over)]
}

export class Refiner {
  readonly #draws: readonly FactorDraws[]
  readonly #volatility: VolatilityField
  readonly #normals = new Float64Array(DRAWS * MOST_CHILDREN)
  readonly #halver = new Halver(this.#normals)

  /** `draws` by the level of the children. */
  constructor(draws: readonly FactorDraws[], volatility: VolatilityField) {
    this.#draws = draws
    this.#volatility = volatility
  }

  /** Those children of `parents`, one level down, that touch the seconds `from` … `to`; all `parents` do. */
  refine(parents: Span, from: number, to: number): Span {
    const level = parents.level + 1
    const seconds = LEVEL_SECONDS[level]
    const children = LEVEL_SECONDS[parents.level] / seconds
    const first = Math.max(parents.first * children, Math.floor(from / seconds))
    const end = Math.min((parents.first + parents.count) * children, Math.floor(to / seconds) + 1)
    const span = createSpan(level, parents.first * children, parents.count * children)
    const { rows } = span
    for (let i = 0; i < parents.count; i++) {
      const parent = parents.start + i * ROW
      const index = parents.first + i
      const at = i * children
      const scale = parents.rows[parent + OPEN] * parents.rows[parent + CLOSE]
      this.#volatility.variances(rows, at * ROW + VARIANCE, ROW, level, index * children, children, scale)
      for (let column = OPEN; column <= CLOSE; column++)
        rows[at * ROW + column] = parents.rows[parent + column]
      this.#draws[level].at(STREAM.split + level, index).normals(this.#normals, DRAWS * (children - 1))
      const halvings = HALVINGS[children]
      for (let h = 0; h < halvings.length; h++) {
        const { begin, middle, over } = halvings[h]
        if (index * children + begin < end && index * children + over > first)
          this.#halver.halve(rows, at + begin, at + middle, at + over, seconds, DRAWS * h)
      }
    }
    const start = (first - span.first) * ROW
    return { level, first, count: end - first, rows, start }
  }
}
