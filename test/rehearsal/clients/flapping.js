/** Takes the next base after a failure, and returns to the primary 2 s later, whatever it did before. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000
const AWAY_MS = 2000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  let awayUntilMs = 0
  return poll(world, async () => {
    const bases = world.now() < awayUntilMs ? world.bases.slice(1) : world.bases
    for (const base of bases)
      try {
        return act(world, await ask(world, base, TICKERS, TIMEOUT_MS))
      } catch {
        if (base === world.bases[0]) awayUntilMs = world.now() + AWAY_MS
      }
  })
}
