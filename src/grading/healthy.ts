/** When each base would have given a client a usable answer. */

import { maxOf } from '../kit/numbers/lists.js'
import type { BaseName } from '../market/catalogue/names.js'
import { harmfulRulesOf, isSameService, timelineEndMs } from './phases.js'
import { type Span, without } from './spans.js'
import { isAbout, isRefused, type SomeRequests, type Timeline } from './timeline.js'

export interface Healthy {
  readonly base: BaseName
  readonly spans: readonly Span[]
}

/** For each base of the service that the requests went to. */
export function healthyIn(timeline: Timeline, requests: SomeRequests): readonly Healthy[] {
  const { network, client, base: asked } = requests[0].asked
  const toMs = servedUntilMs(timeline, client)
  return timeline.bases[network]!.filter((base) => isSameService(base, asked)).map((base) => ({
    base,
    spans: without({ fromMs: 0, toMs }, downSpansOf(timeline, requests, base)),
  }))
}

/** The end of the run, or of a client's program. */
export function servedUntilMs(timeline: Timeline, client: number): number {
  const program = timeline.programs.find((program) => program.client === client)
  return Math.min(timelineEndMs(timeline), program?.exitMs ?? Infinity)
}

/**
 * Times when a base would have given this client no usable answer. A rule that rejects the query itself counts for all bases, as failing
 * over is pointless.
 */
function downSpansOf(timeline: Timeline, requests: SomeRequests, base: BaseName): Span[] {
  const { network, endpoint } = requests[0].asked
  const toMs = timelineEndMs(timeline)
  const refusing = new Set(requests.filter(isRefused).map(({ fate }) => fate.rule))
  const byRules = harmfulRulesOf(timeline).flatMap((rule): Span[] => {
    const { id, fromMs, untilMs, isPartly } = rule
    const isHere = isAbout(rule, { network, base, endpoint }) || refusing.has(id)
    if (!isHere) return []
    if (!isPartly) return [{ fromMs, toMs: untilMs ?? toMs }]
    // Unknown between its firings, and spent after the last.
    const struck = timeline.requests.filter(
      ({ asked, fate }) => fate.rule === id && (asked.base === base || refusing.has(id)),
    )
    // A held request does not prove that the base still fails.
    const endsMs = struck.map(({ atMs, end, endMs }) => (end === 'answered' ? (endMs ?? toMs) : atMs))
    const [first] = struck
    return first === undefined ? [] : [{ fromMs: first.atMs, toMs: maxOf(endsMs, 0) }]
  })
  const asked = requests.flatMap(({ asked, endMs, fate }): Span[] =>
    asked.base === base && endMs !== null && fate.retryAfterMs !== null
      ? [{ fromMs: endMs, toMs: endMs + fate.retryAfterMs }]
      : [],
  )
  return [...byRules, ...asked]
}
