/** Asks the primary again as soon as it has failed, for as long as it fails. */
import { askTickers, observeEth, POLL_MS } from './kit.js'

const TIMEOUT_MS = 4000
/** Not quite at once: it shares a machine with others. */
const PAUSE_MS = 50

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  while (!world.signal.aborted) {
    const pauseMs = await askTickers(world, world.bases[0], TIMEOUT_MS).then(
      (rows) => {
        observeEth(world, rows)
        return POLL_MS
      },
      () => PAUSE_MS,
    )
    await world.sleep(pauseMs)
  }
}
