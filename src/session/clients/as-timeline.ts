/** Journal records as the timeline that grading reads, so that a live session and a rehearsal are judged alike. */

import { queryKeyOf } from '../../api/endpoints/query-key.js'
import { cutOf } from '../../grading/jumps.js'
import {
  EMPTY_TIMELINE,
  type Fate,
  isFailed,
  TIMER_TOLERANCE_MS,
  type Timeline,
  type TimelineRequest,
} from '../../grading/timeline.js'
import type { ClockJump } from '../../kit/clock/jump.js'
import { getOrCreate } from '../../kit/maps.js'
import { plainEffect, UNCHANGED } from '../../kit/outcome-class.js'
import { SWITCHING } from '../../scenario/effect.js'
import { clientKeyOf, isAutomaticPreflight, type JournalRecord, type RequestKind } from '../journal/entry.js'

type Judged = { -readonly [Key in keyof TimelineRequest]: TimelineRequest[Key] }

/** By how much at most a duration is rounded up: the next request may arrive within it. */
const ROUNDED_MS = 0.5

/** `jumps` of the clock are no time that passed. */
export function toTimeline(lines: readonly JournalRecord[], jumps: readonly ClockJump[] = []): Timeline {
  const cut = cutOf(jumps)
  const clients = new Map<string, number>()
  const requests: Judged[] = []
  /** The last request of each client and query that was given up. */
  const givenUp = new Map<string, Judged>()
  let before: JournalRecord | undefined
  let nowMs = 0
  for (const line of lines) {
    const { n, kind, url, requestId, userAgent, ms, goneMs, retryAfterSeconds } = line
    const { network, base, endpoint, method } = kind
    if (network === null || base === null || isAutomaticPreflight(kind)) continue
    // Virtual or real time, whichever is longer, as clocks freeze and race.
    const sinceMs =
      before === undefined ? 0 : Math.max(cut(line.atMs) - cut(before.atMs), line.realMs - before.realMs)
    const atMs = nowMs + sinceMs
    // One whose reply is made by code is recorded later than others that arrived after it.
    if (sinceMs >= 0) {
      nowMs = atMs
      before = line
    }
    const client = getOrCreate(clients, clientKeyOf(line), () => clients.size)
    const question = `${network} ${queryKeyOf(endpoint, url)}`
    const tookMs = goneMs ?? ms
    const request: Judged = {
      n,
      asked: { network, base, endpoint, method, url, question, requestId, client, userAgent },
      fate: fateFor(kind, retryAfterSeconds === undefined ? null : Math.round(retryAfterSeconds * 1000)),
      atMs,
      endMs: tookMs === null ? null : atMs + Math.max(tookMs - ROUNDED_MS, 0),
      end: goneMs !== null ? 'given-up' : ms === null ? 'open' : 'answered',
      content: null,
    }
    endBy(atMs, givenUp.get(`${client} ${question}`))
    if (request.end === 'given-up') givenUp.set(`${client} ${question}`, request)
    requests.push(request)
  }
  requests.sort((one, other) => one.atMs - other.atMs)
  // The usual rhythm is that before the first failure.
  const toMs = requests.find(isFailed)?.atMs ?? nowMs
  return { ...EMPTY_TIMELINE, phases: [{ name: 'warm-up', fromMs: 0, toMs }], requests }
}

/** The end of a connection may be noticed late: a request soon after its client gave up shows that the previous one had ended. */
function endBy(nowMs: number, previous: Judged | undefined): void {
  if (previous?.endMs && previous.endMs > nowMs && previous.endMs <= nowMs + TIMER_TOLERANCE_MS)
    previous.endMs = nowMs
}

export function fateFor(
  { met, flaw, rule, status, outcome }: RequestKind,
  retryAfterMs: number | null,
): Fate {
  // A rule that acts on frames leaves the handshake as it is.
  if (status === SWITCHING) return { ...plainEffect(status), rule, status, outcome: UNCHANGED, retryAfterMs }
  return { met, flaw, rule, status, outcome, retryAfterMs }
}
