/** Base addresses that refuse connections: a function of the scenario and virtual time alone. */

import { UserError } from '../kit/errors.js'
import type { BaseAddress } from '../market/catalogue/bases.js'
import { placesOf } from './current-base.js'
import { faultOf } from './faults/index.js'
import { ruleIdOf } from './rule-id.js'
import type { Rule, Scenario } from './schema.js'

export interface ClosedPorts {
  /** The refusing rules in file order, as named in messages. */
  readonly ruleIds: readonly string[]
  /** The rule that refuses connections to `base` at a virtual time in ms since the scenario was loaded; undefined if none does. */
  closedBy(base: BaseAddress, elapsedMs: number): string | undefined
  /** The fault of that rule. */
  faultOf(base: BaseAddress, elapsedMs: number): Rule['fault'] | undefined
  /** The earliest time after `elapsedMs` at which this may change; Infinity if never. */
  nextChangeMs(elapsedMs: number): number
}

export function closedPortsOf(scenario: Scenario | undefined): ClosedPorts {
  const rules = (scenario?.rules ?? []).map((rule, index) => ({ rule, id: ruleIdOf(rule, index) }))
  const refusing = rules.filter(({ rule }) => isPortFault(rule.fault))
  const spans = refusing.map(({ id, rule: { match = {}, when = {}, fault } }) => ({
    ...{ id, fault },
    covers: ({ network, base }: BaseAddress) =>
      placesOf(match).some(
        ({ networks, bases }) => (networks?.includes(network) ?? true) && (bases?.includes(base) ?? true),
      ),
    fromMs: when.after ?? Number.NEGATIVE_INFINITY,
    untilMs: when.until ?? Number.POSITIVE_INFINITY,
  }))
  const spanAt = (base: BaseAddress, elapsedMs: number) =>
    spans.find(({ covers, fromMs, untilMs }) => covers(base) && elapsedMs >= fromMs && elapsedMs < untilMs)
  return {
    ruleIds: refusing.map(({ id }) => id),
    closedBy: (base, elapsedMs) => spanAt(base, elapsedMs)?.id,
    faultOf: (base, elapsedMs) => spanAt(base, elapsedMs)?.fault,
    nextChangeMs: (elapsedMs) =>
      Math.min(
        ...spans.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs]).filter((edgeMs) => edgeMs > elapsedMs),
      ),
  }
}

/** Throws a UserError if a scenario refuses connections, for sessions without a port for each base. */
export function requireNoPortRules(scenario: Scenario | undefined): void {
  const [ruleId] = closedPortsOf(scenario).ruleIds
  if (ruleId === undefined) return
  throw new UserError(
    'the scenario refuses connections, which requires a port for each base address',
    `rule ${ruleId}`,
    'start with --split-ports or --intercept, and load it into the default session',
    3,
  )
}

/** Whether a fault refuses connections instead of affecting requests. */
export function isPortFault(fault: Rule['fault']): boolean {
  return faultOf(fault)?.stage.on === 'port'
}

/** The scenario without refusing rules; the others keep their names. For sessions without ports. */
export function withoutPortRules(scenario: Scenario): Scenario {
  const rules = (scenario.rules ?? []).map((rule, index) => ({ ...rule, id: ruleIdOf(rule, index) }))
  return { ...scenario, rules: rules.filter(({ fault }) => !isPortFault(fault)) }
}
