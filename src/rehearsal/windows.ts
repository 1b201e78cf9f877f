/** When rules and events of a scenario are at work, and when its incident is over. */
import { formatDuration } from '../core/duration.js'
import type { ScenarioEvent } from '../scenario/events.js'
import type { RuleState } from '../scenario/run.js'
import { type Rule, ruleIdOf, type Scenario } from '../scenario/schema.js'
import { percentOf } from '../scenario/values.js'
import { faultInWords } from '../scenario/words.js'
import { faultKeyOf, metUnder } from './fate.js'
import type { EventWindow, RuleWindow } from './timeline.js'

/** `loadedMs` is when the scenario was loaded, on the time line. */
export function ruleWindowsOf({ rules = [] }: Scenario, loadedMs: number): RuleWindow[] {
  return rules.map((rule, index) => {
    const { match = {}, when = {}, fault } = rule
    return {
      id: ruleIdOf(rule, index),
      ...(match.network && { networks: match.network }),
      ...(match.base && { bases: match.base }),
      ...(match.endpoint && { endpoints: match.endpoint }),
      fromMs: loadedMs + (when.after ?? 0),
      untilMs: when.until === undefined ? null : loadedMs + when.until,
      what: faultInWords(fault),
      fault: faultKeyOf(fault),
      met: metUnder(fault),
      isPartly: isPartly(rule),
    }
  })
}

/** Whether it is about some of the requests of its time only. */
function isPartly({ match = {}, when = {}, fault }: Rule): boolean {
  const { calls, every, times, chance } = when
  const isSome = [calls, every, times, chance, match.query, match.header, match.method].some(
    (given) => given !== undefined,
  )
  return isSome || faultKeyOf(fault) === 'rateLimit'
}

export function eventWindowsOf({ events = [] }: Scenario, loadedMs: number): EventWindow[] {
  return events.map((event) => {
    const { asset = [], at, over = 0, freeze = 0, recover } = event
    const backMs = recover === undefined ? 0 : (recover.after ?? 0) + (recover.over ?? 0)
    const lasts = event.move !== undefined && recover === undefined
    return {
      assets: asset,
      fromMs: loadedMs + at,
      untilMs: lasts ? null : loadedMs + at + over + freeze + backMs,
      what: eventInWords(event),
    }
  })
}

function eventInWords({ move, over = 0, freeze = 0, reorg }: ScenarioEvent): string {
  if (reorg !== undefined) return `a reorganisation of ${reorg.depth} blocks`
  if (move === undefined) return `stands still for ${formatDuration(freeze)}`
  return `${move < 0 ? '' : '+'}${percentOf(move)}${over === 0 ? ' at once' : ` over ${formatDuration(over)}`}`
}

/** The same scenario with every rule over after `incidentMs`; events go on, as the market does. */
export function endedAfter(scenario: Scenario, incidentMs: number): Scenario {
  const rules = (scenario.rules ?? []).flatMap((rule, index) => {
    const { after = 0, until = Number.POSITIVE_INFINITY } = rule.when ?? {}
    if (after >= incidentMs) return []
    const when = { ...rule.when, until: Math.min(until, incidentMs) }
    return [{ ...rule, id: ruleIdOf(rule, index), when }]
  })
  return { ...scenario, rules }
}

/** The rules that nothing ends: neither a time nor a number of calls. */
export function endlessRulesOf({ rules = [] }: Scenario): string[] {
  return rules.flatMap((rule, index) =>
    rule.when?.until === undefined && mostCallsOf(rule) === undefined ? [ruleIdOf(rule, index)] : [],
  )
}

/** Longest that rules are waited for which end after so many calls, as those may never come. */
export const MOST_COUNTED_MS = 60_000

/** Whether the last rule has ended, so many ms after the scenario was loaded; `states` are those of its rules. */
export function isIncidentOver(
  { rules = [] }: Scenario,
  states: readonly RuleState[],
  elapsedMs: number,
): boolean {
  return rules.every((rule, index) => {
    const { until = MOST_COUNTED_MS } = rule.when ?? {}
    if (elapsedMs >= until) return true
    const most = mostCallsOf(rule)
    return most !== undefined && states[index][most.of] >= most.count
  })
}

/** When the incident is over at the latest, in ms after the scenario was loaded. */
export function latestEndMs({ rules = [] }: Scenario): number {
  return Math.max(0, ...rules.map(({ when }) => when?.until ?? MOST_COUNTED_MS))
}

function mostCallsOf({
  when = {},
}: Rule): { readonly of: 'matched' | 'fired'; readonly count: number } | undefined {
  const { calls, times } = when
  if (calls !== undefined && calls.last < Number.POSITIVE_INFINITY)
    return { of: 'matched', count: calls.last }
  return times === undefined ? undefined : { of: 'fired', count: times }
}
