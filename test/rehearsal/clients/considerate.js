/**
 * Honours Retry-After in both of its forms, backs off with full jitter, fails over at once while its retry budget lasts, and
 * returns to a base when its pause is over.
 */
import { act, ask, poll, StatusError, TICKERS } from './kit.js'

const TIMEOUT_MS = 2000
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 8000
/** One failover for ten polls, with a few saved up. */
const EARNED_PER_POLL = 0.1
const MOST_SAVED = 3

/** @param {import('./kit.js').World} world */
export function conduct(world) {
  const places = world.bases.map((base) => ({ base, failures: 0, pausedUntilMs: 0 }))
  let budget = MOST_SAVED
  return poll(world, async () => {
    budget = Math.min(budget + EARNED_PER_POLL, MOST_SAVED)
    for (let isFirst = true; ; isFirst = false) {
      const place = places.find(({ pausedUntilMs }) => pausedUntilMs <= world.now())
      if (place === undefined || (!isFirst && budget < 1)) return
      if (!isFirst) budget--
      try {
        act(world, await ask(world, place.base, TICKERS, TIMEOUT_MS))
        place.failures = 0
        return
      } catch (error) {
        const mostMs = Math.min(FIRST_PAUSE_MS * 2 ** place.failures++, LONGEST_PAUSE_MS)
        const askedMs = error instanceof StatusError ? retryAfterMsOf(error, world.now()) : 0
        place.pausedUntilMs = world.now() + askedMs + world.random() * mostMs
      }
    }
  })
}

/** @param {StatusError} error @param {number} nowMs */
function retryAfterMsOf({ retryAfter }, nowMs) {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0
}
