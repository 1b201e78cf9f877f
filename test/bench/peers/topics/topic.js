/**
 * What a topic finds out: columns, with a cell for each contender that has it. A column is judged where it says what is
 * better; the others are there to be read.
 *
 * @typedef {import('../contenders/contender.js').Contender} Contender
 *
 * @typedef {object} Cell
 * @property {string} text
 * @property {number} [ratio] What it is to gmx-sim's, by the median over the rounds.
 *
 * @typedef {object} Column
 * @property {string} name
 * @property {'more' | 'less'} [better]
 * @property {ReadonlyMap<Contender, Cell>} cells
 *
 * @typedef {object} Topic
 * @property {string} title
 * @property {readonly Column[]} columns
 * @property {readonly string[]} notes
 */
import { median, medianRatio } from '../../../../bench/rounds.js'

/**
 * @template Value
 * @param {string} name
 * @param {'more' | 'less'} better
 * @param {ReadonlyMap<Contender, readonly Value[]>} seen Round by round.
 * @param {(value: Value) => number} of
 * @param {(figures: readonly number[]) => number} [told] Which figure stands for all.
 * @returns {Column}
 */
export function judged(name, better, seen, of, told = median) {
  const figures = new Map([...seen].map(([who, values]) => [who, values.map(of)]))
  const [, ours = []] = [...figures].find(([{ role }]) => role === 'ours') ?? []
  const cells = [...figures].map(([who, theirs]) => {
    const value = told(theirs)
    // Single rounds can be compared; of all rounds' percentiles there is but one.
    const ratio = told === median ? medianRatio(theirs, ours) : value / told(ours)
    return /** @type {const} */ ([who, { text: figure(value), ratio }])
  })
  return { name, better, cells: new Map(cells) }
}

/**
 * A column that is there to be read.
 * @param {string} name
 * @param {ReadonlyMap<Contender, string>} texts
 * @returns {Column}
 */
export function toRead(name, texts) {
  return { name, cells: new Map([...texts].map(([who, text]) => [who, { text }])) }
}

/** @param {number} value */
function figure(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
