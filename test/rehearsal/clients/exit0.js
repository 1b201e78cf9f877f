/** Fails over at no time: the first error ends it, with exit code 0. */
import { act, ask, POLL_MS, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  try {
    while (!world.signal.aborted) {
      act(world, await ask(world, world.bases[0], TICKERS, TIMEOUT_MS))
      await world.sleep(POLL_MS)
    }
  } catch {
    // Its last log line would be here.
  }
}
