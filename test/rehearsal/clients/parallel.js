/** Asks all bases at once and takes the first answer. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => {
    act(world, await Promise.any(world.bases.map((base) => ask(world, base, TICKERS, TIMEOUT_MS))))
  })
}
