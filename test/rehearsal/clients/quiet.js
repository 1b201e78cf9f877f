/** Stops asking at the first error, and runs on: its poll loop has ended unnoticed. */
import { conduct as untilError } from './exit0.js'
import { POLL_MS } from './kit.js'

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  await untilError(world)
  while (!world.signal.aborted) await world.sleep(POLL_MS)
}
