/**
 * Measures in rounds. Each round runs every contender once, in alternating order, so that drift of the machine affects all of
 * them. Medians, and ratios within a round, are robust against busy moments.
 */

/**
 * @typedef {object} Contender
 * @property {(round: number) => unknown} [prepare] Runs before the time is taken.
 * @property {(prepared: any, round: number) => unknown} run
 * @property {() => unknown} [after] Runs after the time is taken.
 *
 * @typedef {object} Limits
 * @property {number} rounds Maximum number of counted rounds.
 * @property {number} [warmUp] Uncounted rounds before.
 * @property {number} [budgetMs] No round begins later, once three were counted.
 * @property {() => number} [clockMs] Default: real time.
 */

/** CPU time of this process: for work of its own, independent of other load. */
export function processorMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const MIN_ROUNDS = 3

const realMs = () => performance.now()

/**
 * Returns the ms of each round, by contender.
 * @param {readonly Contender[]} contenders
 * @param {Limits} limits
 */
export async function interleaved(
  contenders,
  { rounds, warmUp = 0, budgetMs = Number.POSITIVE_INFINITY, clockMs = realMs },
) {
  /** @type {number[][]} */
  const times = contenders.map(() => [])
  const start = performance.now()
  for (let round = -warmUp; round < rounds; round++) {
    if (round >= MIN_ROUNDS && performance.now() - start > budgetMs) break
    for (let turn = 0; turn < contenders.length; turn++) {
      const who = (turn + Math.abs(round)) % contenders.length
      const ms = await timeOf(contenders[who], round, clockMs)
      if (round >= 0) times[who].push(ms)
    }
  }
  return times
}

/**
 * @param {Contender} contender
 * @param {number} round
 * @param {() => number} clockMs
 */
async function timeOf({ prepare, run, after }, round, clockMs) {
  const prepared = await prepare?.(round)
  const start = clockMs()
  try {
    await run(prepared, round)
    return clockMs() - start
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
 * The median ratio of `times` to `others` within a round.
 * @param {readonly number[]} times
 * @param {readonly number[]} others
 */
export function medianRatio(times, others) {
  return median(times.map((time, round) => time / others[round]))
}
