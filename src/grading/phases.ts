/** Phases of a timeline, what its rules did to the client, and the bases that it could go to meanwhile. */

import { memoised } from '../kit/maps.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { type Span, union } from './spans.js'
import {
  type Asked,
  isAbout,
  isUseful,
  type Phase,
  type PhaseName,
  type Requests,
  type RuleWindow,
  type Timeline,
  type TimelineRequest,
} from './timeline.js'

export function phaseOf({ phases }: Timeline, name: PhaseName): Phase | undefined {
  return phases.find((phase) => phase.name === name)
}

export function timelineEndMs({ phases }: Timeline): number {
  return phases.at(-1)?.toMs ?? 0
}

/** The requests that arrived within a span. */
export function during(requests: Requests, { fromMs, toMs }: Span): TimelineRequest[] {
  return requests.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
}

const NEVER: Span = { fromMs: 0, toMs: 0 }

export function secondsIn(timeline: Timeline, name: PhaseName): number {
  const { fromMs, toMs } = phaseOf(timeline, name) ?? NEVER
  return (toMs - fromMs) / 1000
}

/** A refused connection carries no request: it affects clients that otherwise use the base. */
export function isRefusalMet(timeline: Timeline, rule: RuleWindow, requests: Requests): boolean {
  return (
    rule.isRefusing &&
    rule.fromMs < timelineEndMs(timeline) &&
    requests.some(({ asked }) => isAbout(rule, asked))
  )
}

/** Time in which a base is down for an endpoint, or for all by default. */
export interface DownTime extends Span {
  /** Whether it refuses connections, so that attempts are not recorded. */
  readonly isRefusing: boolean
}

/** A reply that takes longer is one that a client need not await. */
const SLOW_MS = 5000

/** Rules that leave a client without a good reply, or with one that takes too long byte by byte. */
export const harmfulRulesOf = memoised(({ rules, requests }: Timeline): readonly RuleWindow[] => {
  const isQuick = (request: TimelineRequest) =>
    isUseful(request) && (request.endMs ?? Infinity) - request.atMs <= SLOW_MS
  const isSlow = ({ id, fault }: RuleWindow) =>
    fault === 'drip' && !requests.some((request) => request.fate.rule === id && isQuick(request))
  return rules.filter((rule) => rule.met !== 'good' || isSlow(rule))
})

/** Times of rules that spoil all replies, merged where they overlap. */
export function downTimesOf(
  timeline: Timeline,
  network: NetworkName,
  base: BaseName,
  endpoint: string | null = null,
): DownTime[] {
  const failing = harmfulRulesOf(timeline).filter(
    (rule) => !rule.isPartly && isAbout(rule, { network, base, endpoint }),
  )
  return union(
    failing.map(({ fromMs, untilMs, isRefusing }) => ({ fromMs, toMs: untilMs ?? Infinity, isRefusing })),
  )
}

/** Each generation of the API has base addresses of its own, and clients fail over within one. */
export function isSameService(one: BaseName, other: BaseName): boolean {
  return generationOf(one) === generationOf(other)
}

/** Whether a client had another base of the same service to go to. */
export function hasOtherBase(
  timeline: Timeline,
  { network, base, endpoint }: Pick<Asked, 'network' | 'base' | 'endpoint'>,
  atMs: number,
): boolean {
  const isDown = (other: BaseName) =>
    downTimesOf(timeline, network, other, endpoint).some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
  return timeline.bases[network]!.some(
    (other) => other !== base && isSameService(other, base) && !isDown(other),
  )
}
