/** Serving series, which a client uses, and probes, which test whether a base is healthy. */

import { getOrCreate, groupBy } from '../kit/maps.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { matchesOf } from './matches.js'
import { type Policy, policyOf } from './policies.js'
import { probesAmong, rhythmOf } from './probes.js'
import type { Content, Timeline, TimelineRequest } from './timeline.js'
import { roundsOf, wavesOf } from './waves.js'

/** All requests of one client with one query. */
export interface Series {
  readonly client: number
  readonly network: NetworkName
  readonly endpoint: string | null
  readonly policy: Policy
  /** In order of arrival; all requests but the probes. */
  readonly serving: readonly TimelineRequest[]
  readonly probes: readonly ProbeSeries[]
}

export interface ProbeSeries {
  readonly base: BaseName
  readonly requests: readonly TimelineRequest[]
  /** Undefined without a steady rhythm. */
  readonly periodMs: number | undefined
}

const known = new WeakMap<Timeline, readonly Series[]>()

export function seriesOf(timeline: Timeline): readonly Series[] {
  return getOrCreate(known, timeline, () => {
    const asking = timeline.requests.filter(({ asked }) => asked.method !== 'OPTIONS')
    const groups = [...groupBy(asking, ({ asked }) => `${asked.client} ${asked.question}`).values()]
    const readers = readersOf(asking)
    const actedOn = new Set(matchesOf(timeline).map(({ content }) => content))
    const isActedOn = ({ content }: TimelineRequest) =>
      content !== null && actedOn.has(content) && readers.get(content) === 1
    return groups.map((requests) => {
      const { client, network, endpoint } = requests[0].asked
      const policy = policyOf(timeline, wavesOf(requests), roundsOf)
      const probes =
        isPing(requests[0]) && isServedElsewhere(groups, requests[0])
          ? [...groupBy(requests, ({ asked }) => asked.base)].map(toProbeSeries)
          : policy.kind === 'single'
            ? probeSeriesIn(requests, isActedOn)
            : []
      const probing = new Set(probes.flatMap((series) => series.requests))
      const serving = probing.size === 0 ? requests : requests.filter((request) => !probing.has(request))
      return { client, network, endpoint, policy, serving, probes }
    })
  })
}

/** All requests but probes, in order of arrival. */
export function servingRequestsOf(timeline: Timeline): readonly TimelineRequest[] {
  const probing = new Set(
    seriesOf(timeline).flatMap(({ probes }) => probes.flatMap(({ requests }) => requests)),
  )
  return probing.size === 0 ? timeline.requests : timeline.requests.filter((request) => !probing.has(request))
}

/** A probe series whose answers are acted upon serves. */
const MAX_ACTED_ON = 0.2

function probeSeriesIn(
  requests: readonly TimelineRequest[],
  isActedOn: (request: TimelineRequest) => boolean,
): ProbeSeries[] {
  return [...probesAmong(requests, isActedOn)].flatMap(([base, all]) => {
    const probes = all.filter((request) => !isActedOn(request))
    return all.length - probes.length > MAX_ACTED_ON * all.length ? [] : [toProbeSeries([base, probes])]
  })
}

function toProbeSeries([base, requests]: readonly [BaseName, readonly TimelineRequest[]]): ProbeSeries {
  return { base, requests, periodMs: rhythmOf(requests) }
}

/** Number of requests with each content: a shared one identifies none of them. */
function readersOf(requests: readonly TimelineRequest[]): ReadonlyMap<Content, number> {
  const readers = new Map<Content, number>()
  for (const { content } of requests)
    if (content !== null) readers.set(content, (readers.get(content) ?? 0) + 1)
  return readers
}

function isPing({ asked }: TimelineRequest): boolean {
  return asked.endpoint === 'ping'
}

function isServedElsewhere(
  groups: readonly (readonly TimelineRequest[])[],
  { asked }: TimelineRequest,
): boolean {
  return groups.some(
    ([other]) =>
      other.asked.client === asked.client && other.asked.network === asked.network && !isPing(other),
  )
}
