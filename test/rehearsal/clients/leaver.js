/** Asks the primary in each poll and leaves it at once, for that poll, if its price is no positive number. */
import { act, ask, ethOf, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => {
    for (const base of world.bases) {
      const answer = await ask(world, base, TICKERS, TIMEOUT_MS).catch(() => undefined)
      if (!(Number(ethOf(answer)) > 0)) continue
      act(world, answer)
      return
    }
  })
}
