/** Moves to the next base after a failure and stays there for good. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  let current = 0
  return poll(world, async () => {
    for (let tries = 0; tries < world.bases.length; tries++)
      try {
        act(world, await ask(world, world.bases[current], TICKERS, TIMEOUT_MS))
        return
      } catch {
        current = (current + 1) % world.bases.length
      }
  })
}
