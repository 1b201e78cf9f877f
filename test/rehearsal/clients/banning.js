/** Drops a base address after three failures, and never returns to it. When it has none left, it gives up. */
import { act, ask, inTurns } from './kit.js'

const TIMEOUT_MS = 5000
const MAX_FAILURES = 3

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const places = world.bases.map((base) => ({ base, failures: 0 }))
  return inTurns(world, async (path) => {
    const place = places.find(({ failures }) => failures < MAX_FAILURES)
    if (place === undefined) throw new Error('no base address is left')
    try {
      act(world, await ask(world, place.base, path, TIMEOUT_MS))
    } catch {
      place.failures++
    }
  })
}
