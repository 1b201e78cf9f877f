/** Whether a scenario affected the client, and what its rules waited for. */
import { UNCHANGED } from '../kit/outcome-class.js'
import { phaseOf, timelineEndMs } from './phases.js'
import type { Asked, EventWindow, RuleWindow, Timeline, TimelineRequest } from './timeline.js'

/** Whether a rule changed the outcome of a request. */
export function isStruck({ fate }: TimelineRequest): boolean {
  return fate.rule !== null && fate.outcome !== UNCHANGED
}

/** Whether a rule or market event affected anything that the client requested. */
export function isExercised(timeline: Timeline): boolean {
  if (phaseOf(timeline, 'incident') === undefined) return false
  const { requests, rules, events } = timeline
  return (
    requests.some(isStruck) ||
    rules.some((rule) => isRefusalMet(timeline, rule, requests)) ||
    events.some((event) => isEventSeen(timeline, event))
  )
}

/** A refused connection carries no request: it affects clients that otherwise use the base. */
export function isRefusalMet(
  timeline: Timeline,
  rule: RuleWindow,
  requests: readonly TimelineRequest[],
): boolean {
  return (
    rule.isRefusing &&
    rule.fromMs < timelineEndMs(timeline) &&
    requests.some(({ asked }) => isAbout(rule, asked))
  )
}

/** Whether a rule covers requests for an endpoint of a base. */
export function isAbout(
  { networks, bases, endpoints }: RuleWindow,
  { network, base, endpoint }: Pick<Asked, 'network' | 'base' | 'endpoint'>,
): boolean {
  return (
    (networks?.includes(network) ?? true) &&
    (bases?.includes(base) ?? true) &&
    (endpoints === undefined || (endpoint !== null && endpoints.includes(endpoint)))
  )
}

/** Whether the client received prices of an asset after its event began. */
function isEventSeen({ requests }: Timeline, { assets, fromMs }: EventWindow): boolean {
  return requests.some(
    ({ content, endMs }) =>
      content !== null &&
      endMs !== null &&
      endMs >= fromMs &&
      (assets.length === 0 || assets.some((asset) => asset === '*' || content.prices.has(asset))),
  )
}

/** Why a scenario was not exercised. */
export function unexercisedReason(timeline: Timeline): string {
  if (phaseOf(timeline, 'incident') === undefined) return 'the client ended before the incident began'
  if (timeline.rules.length === 0)
    return timeline.events.length === 0
      ? 'no rule or market event began before the incident ended'
      : 'the client received no prices after a market event began'
  const targets = timeline.rules.map((rule) => `rule ${rule.id} applies to ${targetOf(rule)}`)
  return `no request of the client met a fault: ${targets.join('; ')}`
}

function targetOf({ networks, bases, endpoints }: RuleWindow): string {
  const place = [networks?.join(' or ') ?? 'any network', bases?.join(' or ') ?? 'at any base'].join(' ')
  return `${endpoints?.join(' or ') ?? 'any endpoint'} of ${place}`
}
