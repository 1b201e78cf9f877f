/**
 * Asks every second without waiting for the last answer, and charges each failure to whichever base address it uses when
 * the failure comes in: a dead one that is slow to fail condemns the healthy one that took its place.
 */
import { askTickers, observeEth, POLL_MS } from './kit.js'

const TIMEOUT_MS = 5000
const MOST_FAILURES = 2

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  let current = 0
  let failures = 0
  const ask = () =>
    askTickers(world, world.bases[current], TIMEOUT_MS).then(
      (rows) => observeEth(world, rows),
      () => {
        if (++failures < MOST_FAILURES) return
        failures = 0
        current = (current + 1) % world.bases.length
      },
    )
  while (!world.signal.aborted) {
    void ask()
    await world.sleep(POLL_MS)
  }
}
