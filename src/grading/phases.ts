/** Phases of a timeline, what its rules did to the client, and the bases that it could go to meanwhile; sets of time. */

import { UNCHANGED } from '../kit/outcome-class.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import {
  type Asked,
  FAILING,
  isAbout,
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

export function requestsIn(timeline: Timeline, name: PhaseName): Requests {
  return during(timeline.requests, phaseOf(timeline, name) ?? NEVER)
}

export function secondsIn(timeline: Timeline, name: PhaseName): number {
  const { fromMs, toMs } = phaseOf(timeline, name) ?? NEVER
  return (toMs - fromMs) / 1000
}

/** Requests per second. */
export function rateIn(timeline: Timeline, name: PhaseName): number {
  return requestsIn(timeline, name).length / secondsIn(timeline, name)
}

/** Whether a rule changed the outcome of a request. */
export function isStruck({ fate }: TimelineRequest): boolean {
  return fate.rule !== null && fate.outcome !== UNCHANGED
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

/** Times of rules that fail all requests, merged where they overlap. */
export function downTimesOf(
  { rules }: Timeline,
  network: NetworkName,
  base: BaseName,
  endpoint: string | null = null,
): DownTime[] {
  const failing = rules.filter(
    (rule) => !rule.isPartly && FAILING.includes(rule.met) && isAbout(rule, { network, base, endpoint }),
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
  return timeline.bases[network].some(
    (other) => other !== base && isSameService(other, base) && !isDown(other),
  )
}

/** A part of time. Sets of time are sorted spans that neither touch nor overlap. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Merges spans in any order, other facts being those of the first; empty ones vanish. */
export function union<Some extends Span>(spans: readonly Some[]): Some[] {
  const merged: Some[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (span.toMs <= span.fromMs) continue
    const last = merged.at(-1)
    if (last === undefined || span.fromMs > last.toMs) merged.push(span)
    else merged[merged.length - 1] = { ...last, toMs: Math.max(last.toMs, span.toMs) }
  }
  return merged
}

/** Parts of `whole` outside `spans`. */
export function without(whole: Span, spans: readonly Span[]): Span[] {
  const rest: Span[] = []
  let { fromMs } = whole
  for (const span of union(spans)) {
    if (span.fromMs >= whole.toMs) break
    if (span.fromMs > fromMs) rest.push({ fromMs, toMs: span.fromMs })
    fromMs = Math.max(fromMs, span.toMs)
  }
  if (fromMs < whole.toMs) rest.push({ fromMs, toMs: whole.toMs })
  return rest
}

/** The parts of `spans` within `whole`. */
export function within(whole: Span, spans: readonly Span[]): Span[] {
  return spans
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, whole.fromMs), toMs: Math.min(toMs, whole.toMs) }))
    .filter(({ fromMs, toMs }) => toMs > fromMs)
}

export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
}

/** Spans between times, and to the end. Those no longer than `calmMs` are calm; in a row, as there may be a million, they are one. */
export function spansBetween(
  times: readonly number[],
  endMs: number,
  calmMs: number,
): (Span & { readonly isCalm: boolean })[] {
  const spans: { fromMs: number; toMs: number; isCalm: boolean }[] = []
  for (const [index, fromMs] of times.entries()) {
    const toMs = times.at(index + 1) ?? endMs
    const isCalm = toMs - fromMs <= calmMs
    const last = spans.at(-1)
    if (isCalm && last?.isCalm) last.toMs = toMs
    else spans.push({ fromMs, toMs, isCalm })
  }
  return spans
}
