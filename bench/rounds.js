/**
 * Measuring by rounds. In each, every contender runs once, the first of one round last in the next: whatever else the
 * machine does, it does to all of them. Medians and ratios of the same round are what a busy moment hardly moves.
 */

/**
 * @typedef {object} Contender
 * @property {(round: number) => unknown} [prepare] What happens before the time is taken.
 * @property {(prepared: any, round: number) => unknown} run
 * @property {() => unknown} [after] What happens once the time is taken.
 *
 * @typedef {object} Limits
 * @property {number} rounds At most so many are counted.
 * @property {number} [warmUp] So many come before them.
 * @property {number} [budgetMs] No round begins later, if three have been counted.
 */

const MIN_ROUNDS = 3

/**
 * The ms that each contender took in each round, by contender.
 * @param {readonly Contender[]} contenders
 * @param {Limits} limits
 */
export async function interleaved(contenders, { rounds, warmUp = 0, budgetMs = Number.POSITIVE_INFINITY }) {
  /** @type {number[][]} */
  const times = contenders.map(() => [])
  const start = performance.now()
  for (let round = -warmUp; round < rounds; round++) {
    if (round >= MIN_ROUNDS && performance.now() - start > budgetMs) break
    for (let turn = 0; turn < contenders.length; turn++) {
      const who = (turn + Math.abs(round)) % contenders.length
      const ms = await timeOf(contenders[who], round)
      if (round >= 0) times[who].push(ms)
    }
  }
  return times
}

/**
 * @param {Contender} contender
 * @param {number} round
 */
async function timeOf({ prepare, run, after }, round) {
  const prepared = await prepare?.(round)
  const start = performance.now()
  try {
    await run(prepared, round)
    return performance.now() - start
  } finally {
    await after?.()
  }
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * The median over the rounds of what `times` are to `others` in the same round.
 * @param {readonly number[]} times
 * @param {readonly number[]} others
 */
export function medianRatio(times, others) {
  return median(times.map((time, round) => time / others[round]))
}
