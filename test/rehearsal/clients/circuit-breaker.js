/**
 * A circuit breaker for each base: three failures in a row open it for 5 s, then a single request decides whether it closes. The
 * first base whose breaker lets a request pass is asked; where none does, no request is sent.
 */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 2000
const MOST_FAILURES = 3
const OPEN_MS = 5000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const breakers = world.bases.map((base) => ({ base, failures: 0, openUntilMs: 0 }))
  return poll(world, async () => {
    const breaker = breakers.find(({ openUntilMs }) => openUntilMs <= world.now())
    if (breaker === undefined) return
    try {
      act(world, await ask(world, breaker.base, TICKERS, TIMEOUT_MS))
      breaker.failures = 0
    } catch {
      if (++breaker.failures >= MOST_FAILURES) breaker.openUntilMs = world.now() + OPEN_MS
    }
  })
}
