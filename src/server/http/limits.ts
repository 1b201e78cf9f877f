/** Limits that `GET /health` reports; `tools/generate/limits.ts` lists all for docs/limits.md. */

import { ANSWER_CACHE_BYTES } from '../../kit/byte-cache.js'
import { MAX_HELD } from '../../kit/clock/held-requests.js'
import { MAX_SESSIONS } from '../../session/limits.js'
import { MAX_OWN_BYTES } from '../../session/own-data.js'
import { MAX_WAITS, MAX_WATCHERS } from '../control/watchers.js'
import { MAX_WAITING } from './turns.js'

const REPORTED = {
  sessions: MAX_SESSIONS,
  sessionDataBytes: MAX_OWN_BYTES,
  heldRequests: MAX_HELD,
  queuedRequests: MAX_WAITING,
  journalWaits: MAX_WAITS,
  watchers: MAX_WATCHERS,
  cachedReplyBytes: ANSWER_CACHE_BYTES,
} as const

type Usage = Readonly<Record<keyof typeof REPORTED, number>>

export function withLimits(current: Usage) {
  const entries = Object.entries(REPORTED).map(([name, max]) => [
    name,
    { current: current[name as keyof Usage], max },
  ])
  return Object.fromEntries(entries) as Readonly<Record<keyof Usage, { current: number; max: number }>>
}
