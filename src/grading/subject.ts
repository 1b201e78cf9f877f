/** Checks that a scenario is about, by the faults that struck the client. */

import type { Struck } from './checks/define.js'
import { CHECKS, type CheckId } from './checks/index.js'
import { isRefusalMet, isStruck } from './strikes.js'
import type { Timeline } from './timeline.js'

export function subjectOf(timeline: Timeline): readonly CheckId[] {
  const struck = struckIn(timeline)
  return CHECKS.filter((check) => 'about' in check && struck.some(check.about)).map(({ id }) => id)
}

/** One per kind, as there may be a million requests. */
function struckIn(timeline: Timeline): readonly Struck[] {
  const { requests, rules } = timeline
  const carried = new Set<Struck>(requests.filter(isStruck).map(({ fate }) => fate))
  const refused = rules
    .filter((rule) => rule.certificate !== undefined || isRefusalMet(timeline, rule, requests))
    .map(
      ({ met, fault, certificate }): Struck => ({
        ...{ met, flaw: null, status: null, outcome: fault, retryAfterMs: null },
        ...(certificate !== undefined && { certificate }),
      }),
    )
  return [...carried, ...refused]
}
