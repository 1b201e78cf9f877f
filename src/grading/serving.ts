/** Time without a usable answer while a base would have given one, per client: for the check and its chart. */

import { groupBy, memoised, pairsOf } from '../kit/maps.js'
import { maxBy, maxOf } from '../kit/numbers/lists.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { FRESH_MS, isSound, matchesOf, unmatchedReason } from './matches.js'
import { isRefusalMet, isSameService, isStruck, phaseOf, timelineEndMs } from './phases.js'
import { lengthOf, type Span, spansBetween, union, within, without } from './spans.js'
import {
  type Asked,
  type Content,
  isAbout,
  isFailed,
  isRefused,
  type Requests,
  type Timeline,
} from './timeline.js'

/** Endpoints with data that clients act on. */
const KINDS: readonly string[] = [
  'tickers',
  'signed-prices',
  'candles',
  'api-tokens-info',
  'api-markets-tickers',
  'api-ohlcv',
  'api-markets-values',
]

/** A kind of data for one client. */
export interface Serving {
  readonly client: number
  readonly network: NetworkName
  readonly endpoint: string
  readonly requests: Requests
  /** Whether usable answers are reported prices; otherwise completed good replies. */
  readonly isReported: boolean
  /** Whether a rule struck any of its requests. */
  readonly isStruck: boolean
  /** Longest time between usable answers in normal operation; null without a rhythm. */
  readonly periodMs: number | null
  /** In order of time; none without a period. */
  readonly gaps: readonly Gap[]
}

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

export const servingsOf = memoised((timeline: Timeline): readonly Serving[] => {
  const asking = timeline.requests.filter(({ asked }) => isKind(asked.endpoint) && asked.method !== 'OPTIONS')
  const reports = reportsIn(timeline)
  return [...groupBy(asking, ({ asked }) => kindKey(asked.client, asked))].map(([key, requests]) => {
    const { client, network } = requests[0].asked
    const endpoint = requests[0].asked.endpoint ?? ''
    const reported = reports.get(key)
    const usable = (reported ?? usableReplies(requests)).toSorted((a, b) => a - b)
    const periodMs = periodOf(usable, requests, timeline)
    const gaps = periodMs === null ? [] : lacksIn(timeline, requests, usable, periodMs)
    const serving = { client, network, endpoint, requests, periodMs, gaps }
    return { ...serving, isReported: reported !== undefined, isStruck: hasStrike(timeline, requests) }
  })
})

/** The serving with the longest lack of those that a rule struck. */
export function worstOf(servings: readonly Serving[]): Serving | undefined {
  const judged = servings.filter(({ isStruck, gaps }) => isStruck && gaps.length > 0)
  return maxBy(judged, (serving) => worstGap(serving)?.lackMs ?? 0)
}

export function worstGap({ gaps }: Serving): Gap | undefined {
  return maxBy(gaps, ({ lackMs }) => lackMs)
}

function isKind(endpoint: string | null): boolean {
  return endpoint !== null && KINDS.includes(endpoint)
}

function kindKey(client: number, { network, endpoint }: Pick<Asked, 'network' | 'endpoint'>): string {
  return `${client} ${network} ${endpoint}`
}

function usableReplies(requests: Requests): number[] {
  return requests.flatMap(({ fate, end, endMs, content }) => {
    if (end !== 'answered' || endMs === null) return []
    const read = content?.inOrder ?? content
    const isUsable =
      read === null ? fate.met === 'good' : isSound(read) && read.prices.size > 0 && isFresh(read, endMs)
    return isUsable ? [endMs] : []
  })
}

function isFresh({ asOfMs }: Content, atMs: number): boolean {
  return atMs - asOfMs <= FRESH_MS
}

/** Fewer are coincidence. */
const MIN_REPORTED = 3

/** Times of usable observations by kind of data, for the kinds a client reports on. */
function reportsIn(timeline: Timeline): ReadonlyMap<string, readonly number[]> {
  if (unmatchedReason(timeline) !== undefined) return new Map()
  const matches = matchesOf(timeline)
  const reported = timeline.observations.flatMap(({ client, atMs }, index) => {
    const known = matches[index].sources.filter(({ endpoint }) => isKind(endpoint))
    const sources = known.toSorted((a, b) => KINDS.indexOf(a.endpoint) - KINDS.indexOf(b.endpoint))
    return sources.length === 0 ? [] : [{ client, atMs, sources }]
  })
  const often = (some: typeof reported) =>
    Array.from(groupBy(some, ({ client, sources: [first] }) => kindKey(client, first))).flatMap(
      ([key, { length }]) => (length >= MIN_REPORTED ? key : []),
    )
  // A price may occur in tickers and candles: only one unique to a kind identifies it.
  const alone = often(reported.filter(({ sources }) => sources.length === 1))
  const clientOf = (key: string) => key.split(' ', 1)[0]
  const identified = new Set(alone.map(clientOf))
  const others = often(reported).filter((key) => !identified.has(clientOf(key)))
  const fresh = reported.flatMap(({ client, atMs, sources }) =>
    sources.filter((one) => isFresh(one, atMs)).map((one) => [kindKey(client, one), atMs] as const),
  )
  const times = groupBy(fresh, ([key]) => key)
  return new Map([...alone, ...others].map((key) => [key, (times.get(key) ?? []).map(([, atMs]) => atMs)]))
}

const MIN_GAPS = 2

/**
 * From the warm-up; if the client polls too slowly for that, from its waits after good replies. Null for a client with few requests.
 */
function periodOf(usable: readonly number[], requests: Requests, timeline: Timeline): number | null {
  const warmUp = phaseOf(timeline, 'warm-up')
  if (warmUp === undefined) return null
  const times = usable.filter((ms) => ms >= 0 && ms <= warmUp.toMs)
  const gaps = pairsOf(times).map(([before, ms]) => ms - before)
  const longestMs = maxOf(gaps, 0)
  const restMs = warmUp.toMs - (times.at(-1) ?? 0)
  if (gaps.length >= MIN_GAPS) return restMs > 2 * longestMs + 1000 ? null : longestMs
  const waits = waitsAfterGood(requests)
  const longestWaitMs = maxOf(waits, 0)
  return waits.length >= MIN_GAPS && longestWaitMs >= warmUp.toMs / (MIN_GAPS + 1) ? longestWaitMs : null
}

/** Intervals between a good reply and the next request, unless hurried or delayed by a failure. */
function waitsAfterGood(requests: Requests): number[] {
  return requests.flatMap(({ fate, end, atMs, endMs }, index) => {
    if (fate.met !== 'good' || end !== 'answered' || endMs === null) return []
    let next = index + 1
    while (next < requests.length && requests[next].atMs < endMs) next++
    return next === requests.length ? [] : [requests[next].atMs - atMs]
  })
}

function lacksIn(timeline: Timeline, requests: Requests, usable: readonly number[], periodMs: number): Gap[] {
  const { client, network, base: asked } = requests[0].asked
  const exitMs = timeline.programs.find((program) => program.client === client)?.exitMs
  const endMs = Math.min(timelineEndMs(timeline), exitMs ?? Number.POSITIVE_INFINITY)
  const whole: Span = { fromMs: 0, toMs: endMs }
  const healthy = timeline.bases[network]
    .filter((base) => isSameService(base, asked))
    .map((base) => ({ base, spans: without(whole, downSpansOf(timeline, requests, base)) }))
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
    curve.push([toMs, lackMs])
    const bases = healthy.flatMap(({ base, spans }) =>
      lengthOf(within({ fromMs, toMs }, spans)) >= (toMs - fromMs) / 2 ? base : [],
    )
    return { fromMs, toMs, lackMs, curve, isOver: index + 1 < spans.length, healthy: bases }
  })
}

/**
 * Times when a base would have given this client no usable answer. A rule that rejects the query itself counts for all bases, as failing
 * over is pointless.
 */
function downSpansOf(timeline: Timeline, requests: Requests, base: BaseName): Span[] {
  const { network, endpoint } = requests[0].asked
  const toMs = timelineEndMs(timeline)
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
    // A held request does not prove that the base still fails.
    const endsMs = struck.map(({ atMs, end, endMs }) => (end === 'answered' ? (endMs ?? toMs) : atMs))
    return struck.length === 0 ? [] : [{ fromMs: struck[0].atMs, toMs: maxOf(endsMs, 0) }]
  })
  const asked = requests.flatMap(({ asked, endMs, fate }): Span[] =>
    asked.base === base && endMs !== null && fate.retryAfterMs !== null
      ? [{ fromMs: endMs, toMs: endMs + fate.retryAfterMs }]
      : [],
  )
  return [...byRules, ...asked]
}

function hasStrike(timeline: Timeline, requests: Requests): boolean {
  return (
    requests.some((request) => isStruck(request) || isFailed(request) || request.fate.met === 'wrong') ||
    timeline.rules.some((rule) => isRefusalMet(timeline, rule, requests))
  )
}
