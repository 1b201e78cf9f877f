/** Which base addresses refuse connections, and when: a function of the scenario and its virtual time alone. */
import type { BaseAddress } from '../catalogue/bases.js'
import { placesOf } from './current-base.js'
import { faultOf } from './faults/index.js'
import { type Rule, ruleIdOf, type Scenario } from './schema.js'

export interface ClosedPorts {
  /** The rules that refuse, in file order, as messages name them. */
  readonly ruleIds: readonly string[]
  /** The rule that refuses connections to `base` so many virtual ms after the scenario was loaded; undefined where none does. */
  closedBy(base: BaseAddress, elapsedMs: number): string | undefined
  /** The first time after `elapsedMs` at which that may be otherwise; Infinity where nothing changes any more. */
  nextChangeMs(elapsedMs: number): number
}

export function closedPortsOf(scenario: Scenario | undefined): ClosedPorts {
  const rules = (scenario?.rules ?? []).map((rule, index) => ({ rule, id: ruleIdOf(rule, index) }))
  const refusing = rules.filter(({ rule }) => isPortFault(rule.fault))
  const spans = refusing.map(({ id, rule: { match = {}, when = {} } }) => ({
    id,
    covers: ({ network, base }: BaseAddress) =>
      placesOf(match).some(
        ({ networks, bases }) => (networks?.includes(network) ?? true) && (bases?.includes(base) ?? true),
      ),
    fromMs: when.after ?? Number.NEGATIVE_INFINITY,
    untilMs: when.until ?? Number.POSITIVE_INFINITY,
  }))
  return {
    ruleIds: refusing.map(({ id }) => id),
    closedBy: (base, elapsedMs) =>
      spans.find(({ covers, fromMs, untilMs }) => covers(base) && elapsedMs >= fromMs && elapsedMs < untilMs)
        ?.id,
    nextChangeMs: (elapsedMs) =>
      Math.min(
        ...spans.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]).filter((edgeMs) => edgeMs > elapsedMs),
      ),
  }
}

/** Whether a rule's fault keeps connections from being made, rather than doing something to requests. */
export function isPortFault(fault: Rule['fault']): boolean {
  return faultOf(fault)?.stage.on === 'port'
}

/** A scenario without the rules that refuse connections, the others called as before: for a session without ports. */
export function withoutPortRules(scenario: Scenario): Scenario {
  const rules = (scenario.rules ?? []).map((rule, index) => ({ ...rule, id: ruleIdOf(rule, index) }))
  return { ...scenario, rules: rules.filter(({ fault }) => !isPortFault(fault)) }
}
