import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import type { Phase, PhaseName, Timeline, TimelineRequest } from './timeline.js'

export function phaseOf({ phases }: Timeline, name: PhaseName): Phase | undefined {
  return phases.find((phase) => phase.name === name)
}

export function timelineEndMs({ phases }: Timeline): number {
  return phases.at(-1)?.toMs ?? 0
}

export function requestsIn(timeline: Timeline, name: PhaseName): readonly TimelineRequest[] {
  const phase = phaseOf(timeline, name)
  if (phase === undefined) return []
  return timeline.requests.filter(({ atMs }) => atMs >= phase.fromMs && atMs < phase.toMs)
}

/** Time in which a base is down for an endpoint, or for all by default. */
export interface DownTime {
  readonly network: NetworkName
  readonly base: BaseName
  readonly fromMs: number
  readonly untilMs: number
  /** Whether it refuses connections, so that attempts are not recorded. */
  readonly isRefusing: boolean
}

/** Times of rules that fail all requests, merged where they overlap. */
export function downTimesOf(
  { rules }: Timeline,
  network: NetworkName,
  base: BaseName,
  endpoint?: string | null,
): DownTime[] {
  const spans = rules
    .filter(
      ({ met, isPartly, networks, bases, endpoints }) =>
        !isPartly &&
        (met === 'error' || met === 'broken' || met === 'silent') &&
        (networks?.includes(network) ?? true) &&
        (bases?.includes(base) ?? true) &&
        (endpoints === undefined || (typeof endpoint === 'string' && endpoints.includes(endpoint))),
    )
    .map(({ fromMs, untilMs, isRefusing }) => ({
      fromMs,
      untilMs: untilMs ?? Number.POSITIVE_INFINITY,
      isRefusing,
    }))
    .sort((a, b) => a.fromMs - b.fromMs)
  const merged: DownTime[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last !== undefined && span.fromMs <= last.untilMs)
      merged[merged.length - 1] = { ...last, untilMs: Math.max(last.untilMs, span.untilMs) }
    else merged.push({ network, base, ...span })
  }
  return merged
}

export function isDown(
  timeline: Timeline,
  network: NetworkName,
  base: BaseName,
  endpoint: string | null,
  atMs: number,
): boolean {
  return downTimesOf(timeline, network, base, endpoint).some(
    ({ fromMs, untilMs }) => atMs >= fromMs && atMs < untilMs,
  )
}
