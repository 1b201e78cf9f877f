/** Drops a base address after three failures, and never returns to it. When it has none left, it gives up. */
import { askTickers, observeEth, POLL_MS } from './kit.js'

const TIMEOUT_MS = 5000
const MOST_FAILURES = 3

/** @param {import('./kit.js').World} world */
export async function conduct(world) {
  const places = world.bases.map((base) => ({ base, failures: 0 }))
  while (!world.signal.aborted) {
    const place = places.find(({ failures }) => failures < MOST_FAILURES)
    if (place === undefined) throw new Error('no base address is left')
    await askTickers(world, place.base, TIMEOUT_MS).then(
      (rows) => observeEth(world, rows),
      () => place.failures++,
    )
    await world.sleep(POLL_MS)
  }
}
