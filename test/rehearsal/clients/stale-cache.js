/** Answers from a cache of 60 s whenever the primary fails, and says so of each price it acts on; asks no other base. */
import { ask, ethOf, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 3000
const LIFETIME_MS = 60_000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  let cached = { usd: 0, atMs: Number.NEGATIVE_INFINITY }
  return poll(world, async () => {
    const usd = ethOf(await ask(world, world.bases[0], TICKERS, TIMEOUT_MS).catch(() => undefined))
    if (usd !== undefined) cached = { usd, atMs: world.now() }
    if (world.now() - cached.atMs <= LIFETIME_MS) world.observe('ETH', String(cached.usd))
  })
}
