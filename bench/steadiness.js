/**
 * Whether what a server holds stays the same: a table of samples, judged by the growth from the least of its third quarter to that of
 * its last, as garbage and requests in progress come and go.
 */

/** Growth allowed: this share of the third quarter, or the slack of the column. */
const MAX_GROWTH = 0.05

/**
 * @template Sample
 * @typedef {readonly [name: string, of: (sample: Sample) => number, slack: number]} Column A slack of Infinity is not judged.
 */

/** @type {readonly Column<import('./holdings.js').Holdings>[]} */
export const HOLDINGS = [
  ['heap MB', ({ heapBytes }) => heapBytes / 2 ** 20, 2],
  ['resident MB', ({ residentBytes }) => residentBytes / 2 ** 20, 2],
  ['descriptors', ({ descriptors }) => descriptors, 2],
  // Requests and renewals under way have some: 11 to 20 were seen.
  ['timers', ({ timers }) => timers, 8],
  ['resources', ({ resources }) => resources, 2],
]

/** @param {readonly unknown[]} cells */
const row = (...cells) =>
  console.log(
    cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : String(cell)).padStart(12)).join(''),
  )

/**
 * @template Sample
 * @param {readonly Column<Sample>[]} columns
 * @param {string} progress Name of the column before those.
 */
export function createSteadiness(columns, progress) {
  /** @type {Sample[]} */
  const samples = []
  /** @param {number} quarter @param {(sample: Sample) => number} of */
  const leastOf = (quarter, of) =>
    Math.min(...samples.slice((samples.length * quarter) / 4, (samples.length * (quarter + 1)) / 4).map(of))
  return {
    printHead: () => row(progress, ...columns.map(([name]) => name)),
    /** @param {number} at @param {Sample} sample */
    add(at, sample) {
      samples.push(sample)
      row(at, ...columns.map(([, of]) => of(sample)))
    },
    /** Prints the verdicts, and sets the exit code 1 if a column grows. */
    judge() {
      const verdicts = columns.map(([, of, slack]) => {
        const [third, last] = [leastOf(2, of), leastOf(3, of)]
        const isFlat = last - third <= Math.max(third * MAX_GROWTH, slack)
        return { third, last, verdict: slack === Infinity ? 'not judged' : isFlat ? 'flat' : 'GROWS' }
      })
      row('quarter 3', ...verdicts.map(({ third }) => third))
      row('quarter 4', ...verdicts.map(({ last }) => last))
      row('', ...verdicts.map(({ verdict }) => verdict))
      if (verdicts.some(({ verdict }) => verdict === 'GROWS')) process.exitCode = 1
    },
  }
}
