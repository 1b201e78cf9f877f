/** Backs off with jitter, honours Retry-After and has a time-out, but knows one base address only. */
import { askTickers, observeEth, POLL_MS } from './kit.js'

const TIMEOUT_MS = 5000
const LONGEST_PAUSE_MS = 15_000

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  let failures = 0
  while (!world.signal.aborted) {
    let pauseMs = POLL_MS
    try {
      observeEth(world, await askTickers(world, world.bases[0], TIMEOUT_MS))
      failures = 0
    } catch (error) {
      const { retryAfterMs = 0 } = /** @type {{ retryAfterMs?: number }} */ (error)
      const mostMs = Math.min(POLL_MS * 2 ** ++failures, LONGEST_PAUSE_MS)
      pauseMs = retryAfterMs + (mostMs / 2) * (1 + world.random())
    }
    await world.sleep(pauseMs)
  }
}
