/** Races each request against a timer of 3 s, and takes the next base when the timer wins; the request itself stays open. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => {
    for (const base of world.bases)
      try {
        return act(world, await raced(world, base))
      } catch {
        // The next one.
      }
  })
}

/**
 * Rejects after 3 s without ending the request, as `Promise.race`, `CompletableFuture.orTimeout` and the timeouts of breakers do.
 * @param {import('./kit.js').World} world @param {string} base
 */
export function raced(world, base) {
  const late = world.sleep(TIMEOUT_MS).then(() => Promise.reject(new Error('no answer in time')))
  const asked = ask(world, base, TICKERS)
  // Either may fail after the other has won.
  for (const promise of [late, asked]) promise.catch(() => {})
  return Promise.race([asked, late])
}
