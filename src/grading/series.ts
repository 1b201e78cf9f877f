/**
 * The requests of a client by query: serving series, which it uses, and probes, which test whether a base is healthy; and how it
 * distributes them over bases.
 */

import { groupBy, memoised } from '../kit/maps.js'
import { maxOf, median, minOf } from '../kit/numbers/lists.js'
import { durationInWords } from '../kit/text/duration.js'
import { inSeries, pluralize } from '../kit/text/words.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { actedOnIn } from './matches.js'
import { probesAmong, rhythmOf } from './probes.js'
import {
  basesAsked,
  gapsOf,
  isUseless,
  type Requests,
  type SomeRequests,
  type Timeline,
  type TimelineRequest,
  WAVE_MS,
} from './timeline.js'

/** All requests of one client with one query. */
export interface Series {
  readonly client: number
  readonly network: NetworkName
  readonly endpoint: string | null
  readonly policy: Policy
  /** In order of arrival; all requests but the probes. */
  readonly serving: Requests
  readonly probes: readonly ProbeSeries[]
}

export interface ProbeSeries {
  readonly base: BaseName
  readonly requests: Requests
  /** Undefined without a steady rhythm. */
  readonly periodMs: number | undefined
}

export const seriesOf = memoised((timeline: Timeline): readonly Series[] => {
  const asking = timeline.requests.filter(({ asked }) => asked.method !== 'OPTIONS')
  const groups = [...groupBy(asking, ({ asked }) => `${asked.client} ${asked.question}`).values()]
  const readers = groupBy(asking, ({ content }) => content)
  const actedOn = actedOnIn(timeline)
  // Shared content identifies no request.
  const isActedOn = ({ content }: TimelineRequest) =>
    content !== null && actedOn.has(content) && readers.get(content)?.length === 1
  const probeSeriesIn = ([base, all]: readonly [BaseName, Requests]): ProbeSeries[] => {
    const probes = all.filter((request) => !isActedOn(request))
    return all.length - probes.length > MAX_ACTED_ON * all.length ? [] : [toProbeSeries([base, probes])]
  }
  return groups.map((requests) => {
    const { client, network, endpoint } = requests[0].asked
    const parallel = parallelBasesOf(requests)
    // A client that spreads its queries at random asks no base steadily.
    const probes = (
      isPing(requests[0]) && isServedElsewhere(groups, requests[0])
        ? [...groupBy(requests, ({ asked }) => asked.base)].map(toProbeSeries)
        : parallel.length === 0
          ? [...probesAmong(requests)].flatMap(probeSeriesIn)
          : []
    ).filter(({ periodMs }) => periodMs !== undefined || policyOf(requests).kind === 'single')
    const probing = new Set(probes.flatMap((series) => series.requests))
    const serving = probing.size === 0 ? requests : requests.filter((request) => !probing.has(request))
    const policy: Policy = parallel.length > 0 ? { kind: 'parallel', bases: parallel } : policyOf(serving)
    return { client, network, endpoint, policy, serving, probes }
  })
})

/** All requests but probes, in order of arrival. */
export function servingRequestsOf(timeline: Timeline): Requests {
  const probing = new Set(
    seriesOf(timeline).flatMap(({ probes }) => probes.flatMap(({ requests }) => requests)),
  )
  return probing.size === 0 ? timeline.requests : timeline.requests.filter((request) => !probing.has(request))
}

/** A probe series whose answers are acted upon serves. */
const MAX_ACTED_ON = 0.2

function toProbeSeries([base, requests]: readonly [BaseName, Requests]): ProbeSeries {
  return { base, requests, periodMs: rhythmOf(requests) }
}

function isPing({ asked }: TimelineRequest): boolean {
  return asked.endpoint === 'ping'
}

function isServedElsewhere(groups: readonly SomeRequests[], { asked: { client, network } }: TimelineRequest) {
  return groups.some(
    ([other]) => other.asked.client === client && other.asked.network === network && !isPing(other),
  )
}

/**
 *   single     one base at a time, another one after a failure
 *   parallel   several bases at once
 *   balanced   one of several bases at random or in turn, from poll to poll
 */
export type Policy =
  | { readonly kind: 'single' }
  | { readonly kind: 'parallel' | 'balanced'; readonly bases: readonly BaseName[] }

const MIN_WAVES = 3
/** Share of waves that use several bases, for a parallel client. */
const MIN_PARALLEL = 0.8
/** Share of the queries before the first failure that one base serves, for a client that does not spread them. */
const MIN_PREFERRED = 0.8

function beforeFailure(requests: Requests): Requests {
  const firstFailed = requests.find(isUseless)
  return firstFailed === undefined ? requests : requests.slice(0, requests.indexOf(firstFailed))
}

/** The bases that a client asks at once; none if it asks one at a time. */
function parallelBasesOf(requests: Requests): readonly BaseName[] {
  const before = beforeFailure(requests)
  const baseline = before.length < MIN_WAVES ? wavesOf(requests) : roundsOf(before)
  const together = baseline.filter((wave) => wave.length > 1)
  return baseline.length > 0 && together.length >= MIN_PARALLEL * baseline.length
    ? basesAsked(together.flat())
    : []
}

function policyOf(requests: Requests): Policy {
  const before = beforeFailure(requests).filter(
    (_, index, all) => index === 0 || (all[index - 1]!.endMs ?? Infinity) <= all[index]!.atMs,
  )
  const byBase = [...groupBy(before, ({ asked }) => asked.base).values()]
  const most = maxOf(
    byBase.map(({ length }) => length),
    0,
  )
  return before.length >= MIN_WAVES && most < MIN_PREFERRED * before.length
    ? { kind: 'balanced', bases: basesAsked(before) }
    : { kind: 'single' }
}

/** Waves in order of arrival. A request after a failure is a reaction, and begins a new wave. */
export function wavesOf(requests: Requests): SomeRequests[] {
  return grouped(requests, (earlier, { atMs }) => isUseless(earlier) && (earlier.endMs ?? Infinity) <= atMs)
}

/** Waves of a client that asks several bases at once, whether or not one has failed meanwhile. */
export function togetherIn(requests: Requests, withinMs: number): SomeRequests[] {
  return grouped(requests, () => false, Math.max(WAVE_MS, withinMs))
}

/** Waves without failures, spread by at most half the interval of a client that takes bases in turn. */
function roundsOf(requests: Requests): SomeRequests[] {
  const byBase = [...groupBy(requests, ({ asked }) => asked.base).values()]
  const gapsMs = byBase.flatMap(gapsOf)
  return togetherIn(requests, gapsMs.length === 0 ? 0 : median(gapsMs) / (2 * byBase.length))
}

function grouped(
  requests: Requests,
  isReaction: (earlier: TimelineRequest, request: TimelineRequest) => boolean,
  withinMs = WAVE_MS,
): SomeRequests[] {
  const waves: [TimelineRequest, ...TimelineRequest[]][] = []
  for (const request of requests) {
    const wave = waves.at(-1)
    const belongs =
      wave !== undefined &&
      request.atMs - wave[0].atMs < withinMs &&
      wave.every((earlier) => earlier.asked.base !== request.asked.base && !isReaction(earlier, request))
    if (belongs) wave.push(request)
    else waves.push([request])
  }
  return waves
}

const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** One line per policy or rhythm of each network and endpoint, the same for all copies. */
export function trafficOf(timeline: Timeline): string[] {
  const lines = seriesOf(timeline).flatMap((series) => {
    const about = `${series.network}${series.endpoint === null ? '' : ` ${series.endpoint}`}`
    return [...policyInWords(timeline, series), ...probesInWords(timeline, series)].map(
      (line) => `${about}: ${line}`,
    )
  })
  return [...new Set(lines)]
}

function policyInWords({ bases }: Timeline, { network, policy }: Series): string[] {
  if (policy.kind === 'single') return []
  const { length } = policy.bases
  if (policy.kind === 'balanced') return [`balances requests over ${pluralize(length, 'base')}`]
  return [`asks ${length === bases[network]!.length ? 'all ' : ''}${COUNTS[length] ?? length} bases at once`]
}

/** Bases with the same rhythm share a line. */
function probesInWords({ bases }: Timeline, { network, probes }: Series): string[] {
  return [...groupBy(probes, rhythmInWords)].map(([rhythm, alike]) => {
    const probed = bases[network]!.filter((name) => alike.some(({ base }) => base === name))
    return `probes ${inSeries(probed, 'and')} ${rhythm}`
  })
}

function rhythmInWords({ requests, periodMs }: ProbeSeries): string {
  if (periodMs !== undefined) return `every ${durationInWords(Math.round(periodMs / 100) * 100)}`
  const gapsMs = gapsOf(requests)
  if (gapsMs.length === 0) return 'once'
  return `every ${durationInWords(minOf(gapsMs))} to ${durationInWords(maxOf(gapsMs))}`
}
