/**
 * Asks every second without waiting for the last answer, bans a base address for a minute after three failures, and
 * charges each failure to whichever one it uses when the failure comes in: a dead one that is slow to fail condemns the
 * healthy one that took its place.
 */
import { act, ask, inTurns } from './kit.js'

const TIMEOUT_MS = 5000
const MAX_FAILURES = 3
const BAN_MS = 60_000

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const places = world.bases.map((base) => ({ base, failures: 0, bannedUntilMs: 0 }))
  const current = () => places.find(({ bannedUntilMs }) => bannedUntilMs <= world.now()) ?? places[0]
  return inTurns(world, async (path) => {
    void ask(world, current().base, path, TIMEOUT_MS).then(
      (answer) => act(world, answer),
      () => {
        const place = current()
        if (++place.failures < MAX_FAILURES) return
        place.failures = 0
        place.bannedUntilMs = world.now() + BAN_MS
      },
    )
  })
}
