/** Repeats a failed request 40 times without a pause, then takes the next base. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000
const TRIES = 41

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => {
    for (const base of world.bases)
      for (let tries = 0; tries < TRIES; tries++)
        try {
          return act(world, await ask(world, base, TICKERS, TIMEOUT_MS))
        } catch {
          // Again, at once.
        }
  })
}
