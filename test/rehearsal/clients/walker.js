/** For every question it tries each base address in turn, the primary first, and forgets what it learnt. */
import { act, ask, inTurns } from './kit.js'

const TIMEOUT_MS = 5000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return inTurns(world, async (path) => {
    for (const base of world.bases) {
      const answer = await ask(world, base, path, TIMEOUT_MS).catch(() => undefined)
      if (answer === undefined) continue
      act(world, answer)
      return
    }
  })
}
