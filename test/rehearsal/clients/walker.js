/** For every question it tries each base address in turn, the primary first, and forgets what it learnt. */
import { askTickers, everySecond, observeEth } from './kit.js'

const TIMEOUT_MS = 5000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return everySecond(world, async () => {
    for (const base of world.bases) {
      const rows = await askTickers(world, base, TIMEOUT_MS).catch(() => undefined)
      if (rows === undefined) continue
      observeEth(world, rows)
      return
    }
  })
}
