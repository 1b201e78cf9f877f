/** Times of a scenario's rules and events, and the end of its incident. */
import type { EventWindow, RuleWindow } from '../grading/timeline.js'
import { type ActiveSpan, eventSpanOf, isSpent, mostCallsOf, ruleSpansOf } from '../scenario/active-spans.js'
import { ruleIdOf } from '../scenario/rule-id.js'
import type { RuleState } from '../scenario/run-types.js'
import type { Scenario } from '../scenario/schema.js'

/** `loadedMs` is the load time of the scenario on the timeline. */
export function ruleWindowsOf({ rules = [] }: Scenario, loadedMs: number): RuleWindow[] {
  return rules
    .flatMap((rule, index) => ruleSpansOf(rule, index))
    .map(
      ({ id, networks, bases, endpoints, what, fault, met, isPartly, isRefusing, certificate, ...span }) => ({
        id,
        ...(networks && { networks }),
        ...(bases && { bases }),
        ...(endpoints && { endpoints }),
        ...onTimeLine(span, loadedMs),
        what,
        fault,
        met,
        isPartly,
        isRefusing,
        ...(certificate !== undefined && { certificate }),
      }),
    )
}

export function eventWindowsOf({ events = [] }: Scenario, loadedMs: number): EventWindow[] {
  return events.map((event) => {
    const { assets, what, ...span } = eventSpanOf(event)
    return { assets, ...onTimeLine(span, loadedMs), what }
  })
}

function onTimeLine({ fromMs, untilMs }: Pick<ActiveSpan, 'fromMs' | 'untilMs'>, loadedMs: number) {
  return {
    fromMs: loadedMs + fromMs,
    untilMs: untilMs === Number.POSITIVE_INFINITY ? null : loadedMs + untilMs,
  }
}

/** Ends all rules at `incidentMs`; events go on. */
export function endedAfter(scenario: Scenario, incidentMs: number): Scenario {
  const rules = (scenario.rules ?? []).flatMap((rule, index) => {
    const { after = 0, until = Number.POSITIVE_INFINITY } = rule.when ?? {}
    if (after >= incidentMs) return []
    const when = { ...rule.when, until: Math.min(until, incidentMs) }
    return [{ ...rule, id: ruleIdOf(rule, index), when }]
  })
  return { ...scenario, rules }
}

export function endlessRulesOf({ rules = [] }: Scenario): string[] {
  return rules.flatMap((rule, index) =>
    rule.when?.until === undefined && mostCallsOf(rule.when ?? {}) === undefined
      ? [ruleIdOf(rule, index)]
      : [],
  )
}

/** Limit for rules that end after a number of calls, which may never be made. */
export const MAX_COUNTED_MS = 60_000

/** Whether all rules have ended `elapsedMs` after the scenario was loaded. */
export function isIncidentOver(
  { rules = [] }: Scenario,
  states: readonly RuleState[],
  elapsedMs: number,
): boolean {
  return rules.every((rule, index) => isSpent(rule, states[index], elapsedMs, MAX_COUNTED_MS))
}

/** Latest end of the incident, in ms after the scenario was loaded. */
export function latestEndMs({ rules = [] }: Scenario): number {
  return Math.max(0, ...rules.map(({ when }) => when?.until ?? MAX_COUNTED_MS))
}
