/** A breaker per host, as HTTP libraries keep them: three failures in a row open it for 10 s. Bases that share a host would share it. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000
const MOST_FAILURES = 3
const OPEN_MS = 10_000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return conductWith(world, OPEN_MS)
}

/**
 * The same with another pause.
 * @param {import('./kit.js').World} world @param {number} openMs
 */
export function conductWith(world, openMs) {
  /** @type {Map<string, { failures: number, openUntilMs: number }>} */
  const breakers = new Map()
  const breakerOf = (/** @type {string} */ base) => {
    const { host } = new URL(base)
    const found = breakers.get(host) ?? { failures: 0, openUntilMs: 0 }
    breakers.set(host, found)
    return found
  }
  return poll(world, async () => {
    for (const base of world.bases) {
      const breaker = breakerOf(base)
      if (world.now() < breaker.openUntilMs) continue
      try {
        act(world, await ask(world, base, TICKERS, TIMEOUT_MS))
        breaker.failures = 0
        return
      } catch {
        if (++breaker.failures >= MOST_FAILURES) breaker.openUntilMs = world.now() + openMs
      }
    }
  })
}
