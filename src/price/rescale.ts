/**
 * The last step of a refinement: values beyond the parent's body are scaled, those above it so that the highest lands
 * on the parent's high, those below it on its low; those between stay. Order survives, and so does the fold.
 */
import type { Candidate } from './candidate.js'
import { CLOSE, HIGH, LOW, OPEN, ROW } from './span.js'

/** Writes the rescaled `candidate` as the `children` rows from `into[at]` on, of `ticks` seconds each. */
export function rescale(
  candidate: Candidate,
  parents: Float64Array,
  parent: number,
  into: Float64Array,
  at: number,
  children: number,
  ticks: number,
): void {
  const high = parents[parent + HIGH]
  const low = parents[parent + LOW]
  const ceiling = Math.max(parents[parent + OPEN], parents[parent + CLOSE])
  const floor = Math.min(parents[parent + OPEN], parents[parent + CLOSE])
  const up = candidate.top > ceiling ? (high - ceiling) / (candidate.top - ceiling) : 0
  const down = candidate.bottom < floor ? (floor - low) / (floor - candidate.bottom) : 0
  for (let column = OPEN; column <= CLOSE; column++) {
    const values = candidate.columns[column]
    for (let n = 0; n < children; n++) {
      const x = values[n]
      const beyond = x > ceiling ? Math.min(ceiling + (x - ceiling) * up, high) : x
      into[at + n * ROW + column] = x < floor ? Math.max(floor - (floor - x) * down, low) : beyond
    }
  }
  // The extremes are set, not computed: a last bit of rounding must not part child and parent. A minute's first and
  // last tick are its open and close, so an extreme beyond those goes to a tick in between.
  const ends = ticks === 1 ? 1 : 0
  const highest = indexOfMost(candidate.high, 1, children, high > ceiling ? ends : 0, -1)
  const lowest = indexOfMost(candidate.low, -1, children, low < floor ? ends : 0, ends === 1 ? highest : -1)
  set(into, at + highest * ROW, ticks === 1 ? TICK_COLUMNS : HIGH_COLUMN, high)
  set(into, at + lowest * ROW, ticks === 1 ? TICK_COLUMNS : LOW_COLUMN, low)
}

const HIGH_COLUMN = [HIGH]
const LOW_COLUMN = [LOW]
const TICK_COLUMNS = [OPEN, HIGH, LOW, CLOSE]

function set(rows: Float64Array, row: number, columns: readonly number[], value: number): void {
  for (const column of columns) rows[row + column] = value
}

/** Where `sign` x column is greatest among `count`, `ends` at each end and index `not` left out. */
function indexOfMost(column: Float64Array, sign: 1 | -1, count: number, ends: number, not: number): number {
  let most = -1
  for (let n = ends; n < count - ends; n++)
    if (n !== not && (most < 0 || sign * column[n] > sign * column[most])) most = n
  return most
}
