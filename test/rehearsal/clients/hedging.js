/** Asks the next base as well where one has not answered within 300 ms, takes the first answer and cancels the other request. */
import { act, ask, poll, TICKERS } from './kit.js'

const TIMEOUT_MS = 4000
const HEDGE_MS = 300

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  return poll(world, async () => act(world, await hedged(world)))
}

/** @param {import('./kit.js').World} world */
async function hedged(world) {
  const over = new AbortController()
  const get = (/** @type {string} */ base) =>
    ask(world, base, TICKERS, TIMEOUT_MS, { cancelled: over.signal })
  const primary = get(world.bases[0])
  const isAnswered = primary.then(
    () => true,
    () => false,
  )
  if (await Promise.race([isAnswered, world.sleep(HEDGE_MS).then(() => false)])) return primary
  try {
    return await Promise.any([primary, get(world.bases[1])])
  } finally {
    over.abort()
  }
}
