/**
 * A breaker around the primary with the defaults of opossum: a timeout of 3 s that ends no request, open for 30 s once half of the calls
 * of the last 10 s failed, then one call decides. Its fallback asks the next base.
 */
import { act, ask, poll, TICKERS } from './kit.js'
import { raced } from './promise-race.js'

const WINDOW_MS = 10_000
const RESET_MS = 30_000
const FALLBACK_TIMEOUT_MS = 3000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const [primary, fallback] = world.bases
  /** @type {{ atMs: number, isFailed: boolean }[]} */
  let calls = []
  let openUntilMs = 0
  const fire = async () => {
    const nowMs = world.now()
    if (nowMs < openUntilMs) throw new Error('breaker is open')
    const isHalfOpen = openUntilMs > 0
    calls = calls.filter(({ atMs }) => atMs > nowMs - WINDOW_MS)
    const call = { atMs: nowMs, isFailed: false }
    calls.push(call)
    try {
      const answer = await raced(world, primary)
      openUntilMs = 0
      return answer
    } catch (error) {
      call.isFailed = true
      const failed = calls.filter(({ isFailed }) => isFailed).length
      if (isHalfOpen || failed * 2 > calls.length) openUntilMs = world.now() + RESET_MS
      throw error
    }
  }
  return poll(world, async () =>
    act(world, await fire().catch(() => ask(world, fallback, TICKERS, FALLBACK_TIMEOUT_MS))),
  )
}
