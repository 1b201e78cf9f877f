/** Asks the primary alone, once a second. A failure costs a turn, and nothing is learnt from it. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => act(world, await ask(world, world.bases[0], TICKERS, TIMEOUT_MS)))
}
