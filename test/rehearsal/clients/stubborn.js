/** Waits for ever, and asks the primary for ever: no time-out, no fallback, the same pause each time. */
import { askTickers, observeEth, POLL_MS } from './kit.js'

const PAUSE_MS = 250

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  while (!world.signal.aborted) {
    const pauseMs = await askTickers(world, world.bases[0]).then(
      (rows) => {
        observeEth(world, rows)
        return POLL_MS
      },
      () => PAUSE_MS,
    )
    await world.sleep(pauseMs)
  }
}
