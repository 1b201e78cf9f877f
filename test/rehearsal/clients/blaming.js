/**
 * Asks every second without waiting for the last answer, and charges each failure to whichever base address it uses when
 * the failure comes in: a dead one that is slow to fail condemns the healthy one that took its place.
 */
import { act, ask, inTurns } from './kit.js'

const TIMEOUT_MS = 5000
const MOST_FAILURES = 2

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  let current = 0
  let failures = 0
  return inTurns(world, async (path) => {
    void ask(world, world.bases[current], path, TIMEOUT_MS).then(
      (answer) => act(world, answer),
      () => {
        if (++failures < MOST_FAILURES) return
        failures = 0
        current = (current + 1) % world.bases.length
      },
    )
  })
}
