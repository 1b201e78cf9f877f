/**
 * Everyone by turns: in each round each contender is measured once, and another one comes first. What the machine does
 * besides, it does to all, and each is compared with gmx-sim in the same round only.
 */

/**
 * What was measured of each contender, in the order of the rounds. Rounds before the first warm up.
 * @template Who, Value
 * @param {readonly Who[]} contenders
 * @param {{ warmUp: number, rounds: number }} limits
 * @param {(who: Who, isCounted: boolean) => Promise<Value>} measure
 * @returns {Promise<Map<Who, Value[]>>}
 */
export async function byTurns(contenders, { warmUp, rounds }, measure) {
  /** @type {Map<Who, Value[]>} */
  const values = new Map(contenders.map((who) => [who, []]))
  for (let round = -warmUp; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const who = contenders[(turn + Math.abs(round)) % contenders.length]
      const value = await measure(who, round >= 0)
      if (round >= 0) values.get(who)?.push(value)
    }
  }
  return values
}

/** The value that so large a share of them stay within. @param {readonly number[]} values @param {number} share */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}
