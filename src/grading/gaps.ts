/** Gaps between a client's usable answers, and for how long of each a base would have given one. */
import type { BaseName } from '../catalogue/bases.js'
import { endOf } from './phases.js'
import { lengthOf, type Span, union, within, without } from './spans.js'
import { isAbout } from './strikes.js'
import { isRefused, type Timeline, type TimelineRequest } from './timeline.js'

/** Time between two usable answers, or from the last one to the end. */
export interface Gap extends Span {
  readonly isOver: boolean
  /** Time with a healthy base, each stretch less the poll period. */
  readonly lackMs: number
  /** Bases that were healthy for at least half of it. */
  readonly healthy: readonly BaseName[]
  /** The lack over time. */
  readonly curve: readonly (readonly [atMs: number, lackMs: number])[]
}

export function gapsOf(
  timeline: Timeline,
  requests: readonly TimelineRequest[],
  usable: readonly number[],
  periodMs: number,
): Gap[] {
  const { client, network } = requests[0].asked
  const exitMs = timeline.programs.find((program) => program.client === client)?.exitMs
  const endMs = Math.min(endOf(timeline), exitMs ?? Number.POSITIVE_INFINITY)
  const whole: Span = { fromMs: 0, toMs: endMs }
  const healthy = timeline.bases[network].map((base) => ({
    base,
    spans: without(whole, downSpansOf(timeline, requests, base)),
  }))
  const stretches = union(healthy.flatMap(({ spans }) => spans))
  const times = usable.filter((ms) => ms >= 0 && ms <= endMs)
  return spansBetween(times, endMs, periodMs).map(({ fromMs, toMs, isCalm }, index, spans) => {
    const curve: [number, number][] = [[fromMs, 0]]
    let lackMs = 0
    for (const stretch of within({ fromMs, toMs }, stretches)) {
      const sinceMs = isCalm ? stretch.toMs : Math.min(stretch.fromMs + periodMs, stretch.toMs)
      curve.push([sinceMs, lackMs])
      lackMs += stretch.toMs - sinceMs
      curve.push([stretch.toMs, lackMs])
    }
    const bases = healthy.filter(
      ({ spans }) => lengthOf(within({ fromMs, toMs }, spans)) >= (toMs - fromMs) / 2,
    )
    curve.push([toMs, lackMs])
    return {
      ...{ fromMs, toMs, lackMs, curve },
      isOver: index + 1 < spans.length,
      healthy: bases.map(({ base }) => base),
    }
  })
}

/** Nothing lacks between usable answers within a poll period: such spans in a row, which may be a million, are one. */
function spansBetween(
  times: readonly number[],
  endMs: number,
  periodMs: number,
): (Span & { readonly isCalm: boolean })[] {
  const spans: { fromMs: number; toMs: number; isCalm: boolean }[] = []
  for (const [index, fromMs] of times.entries()) {
    const toMs = times.at(index + 1) ?? endMs
    const isCalm = toMs - fromMs <= periodMs
    const last = spans.at(-1)
    if (isCalm && last?.isCalm) last.toMs = toMs
    else spans.push({ fromMs, toMs, isCalm })
  }
  return spans
}

/**
 * Times when a base would have given this client no usable answer. A rule that rejects the query itself counts for all bases, as failing
 * over is pointless.
 */
function downSpansOf(timeline: Timeline, requests: readonly TimelineRequest[], base: BaseName): Span[] {
  const { network, endpoint } = requests[0].asked
  const toMs = endOf(timeline)
  const refusing = new Set(requests.filter(isRefused).map(({ fate }) => fate.rule))
  const byRules = timeline.rules.flatMap((rule): Span[] => {
    const { id, met, fromMs, untilMs, isPartly } = rule
    const isHere = isAbout(rule, { network, base, endpoint }) || refusing.has(id)
    if (met === 'good' || !isHere) return []
    if (!isPartly) return [{ fromMs, toMs: untilMs ?? toMs }]
    // Unknown between its firings, and spent after the last.
    const struck = timeline.requests.filter(
      ({ asked, fate }) => fate.rule === id && (asked.base === base || refusing.has(id)),
    )
    return struck.length === 0 ? [] : [{ fromMs: struck[0].atMs, toMs: lastEndOf(struck, toMs) }]
  })
  const asked = requests.flatMap(({ asked, endMs, fate }): Span[] =>
    asked.base === base && endMs !== null && fate.retryAfterMs !== null
      ? [{ fromMs: endMs, toMs: endMs + fate.retryAfterMs }]
      : [],
  )
  return [...byRules, ...asked]
}

/** Of a rule that fires intermittently: a held request does not prove that the base still fails. */
function lastEndOf(struck: readonly TimelineRequest[], endMs: number): number {
  return struck.reduce(
    (last, { atMs, end, endMs: ms }) => Math.max(last, end === 'answered' ? (ms ?? endMs) : atMs),
    0,
  )
}
