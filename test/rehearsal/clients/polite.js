/** Backs off with jitter, honours Retry-After and has a time-out, but knows one base address only. */
import { act, ask, inTurns, POLL_MS } from './kit.js'

const TIMEOUT_MS = 5000
const LONGEST_PAUSE_MS = 15_000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  /** @type {Record<string, number>} */
  const failures = {}
  return inTurns(world, async (path) => {
    try {
      act(world, await ask(world, world.bases[0], path, TIMEOUT_MS))
      failures[path] = 0
      return POLL_MS
    } catch (error) {
      const { retryAfterMs = 0 } = /** @type {{ retryAfterMs?: number }} */ (error)
      failures[path] = (failures[path] ?? 0) + 1
      const maxMs = Math.min(POLL_MS * 2 ** failures[path], LONGEST_PAUSE_MS)
      return retryAfterMs + (maxMs / 2) * (1 + world.random())
    }
  })
}
