/** Asks nothing of any base for 90 s after three failures in a row: a burst of seconds leaves it without prices long after. */
import { act, firstAnswer, POLL_MS } from './kit.js'

const TIMEOUT_MS = 4000
const PAUSES_MS = [100, 100, 90_000]

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  let failures = 0
  while (!world.signal.aborted)
    try {
      act(world, await firstAnswer(world, TIMEOUT_MS))
      failures = 0
      await world.sleep(POLL_MS)
    } catch {
      await world.sleep(PAUSES_MS[failures++ % PAUSES_MS.length])
    }
}
