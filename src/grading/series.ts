/** Serving series, which a client uses, and probes, which test whether a base is healthy. */

import { groupBy, memoised } from '../kit/maps.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { matchesOf } from './matches.js'
import { type Policy, policyOf } from './policies.js'
import { probesAmong, rhythmOf } from './probes.js'
import type { Requests, Timeline, TimelineRequest } from './timeline.js'

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
  const actedOn = new Set(matchesOf(timeline).map(({ content }) => content))
  // Shared content identifies no request.
  const isActedOn = ({ content }: TimelineRequest) =>
    content !== null && actedOn.has(content) && readers.get(content)?.length === 1
  const probeSeriesIn = ([base, all]: readonly [BaseName, Requests]): ProbeSeries[] => {
    const probes = all.filter((request) => !isActedOn(request))
    return all.length - probes.length > MAX_ACTED_ON * all.length ? [] : [toProbeSeries([base, probes])]
  }
  return groups.map((requests) => {
    const { client, network, endpoint } = requests[0].asked
    const policy = policyOf(timeline, requests)
    const probes =
      isPing(requests[0]) && isServedElsewhere(groups, requests[0])
        ? [...groupBy(requests, ({ asked }) => asked.base)].map(toProbeSeries)
        : policy.kind === 'single'
          ? [...probesAmong(requests, isActedOn)].flatMap(probeSeriesIn)
          : []
    const probing = new Set(probes.flatMap((series) => series.requests))
    const serving = probing.size === 0 ? requests : requests.filter((request) => !probing.has(request))
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

function isServedElsewhere(groups: readonly Requests[], { asked: { client, network } }: TimelineRequest) {
  return groups.some(
    ([other]) => other.asked.client === client && other.asked.network === network && !isPing(other),
  )
}
