/** Asks one of the healthy bases, chosen at random; one that fails is left alone for 10 s, and another one is asked at once. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 2000
const LEFT_ALONE_MS = 10_000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const places = world.bases.map((base) => ({ base, outUntilMs: 0 }))
  return poll(world, async () => {
    for (;;) {
      const healthy = places.filter(({ outUntilMs }) => outUntilMs <= world.now())
      if (healthy.length === 0) return
      const place = healthy[Math.floor(world.random() * healthy.length)]
      try {
        return act(world, await ask(world, place.base, TICKERS, TIMEOUT_MS))
      } catch {
        place.outUntilMs = world.now() + LEFT_ALONE_MS
      }
    }
  })
}
