/** Base addresses that refuse connections: a function of the scenario and virtual time alone. */

import { UserError } from '../kit/errors.js'
import type { BaseAddress } from '../market/catalogue/bases.js'
import { faultOf } from './faults/index.js'
import { placesOf } from './match.js'
import type { Rule, Scenario } from './schema.js'

/** Times are virtual ms since the scenario was loaded. */
export function closedPortsOf(scenario: Scenario | undefined) {
  const refusing = (scenario?.rules ?? []).filter(({ fault }) => isPortFault(fault))
  const spans = refusing.map(({ id, match = {}, when = {}, fault }) => ({
    id,
    fault,
    covers: ({ network, base }: BaseAddress) =>
      placesOf(match).some(
        ({ networks, bases }) => (networks?.includes(network) ?? true) && (bases?.includes(base) ?? true),
      ),
    fromMs: when.after ?? Number.NEGATIVE_INFINITY,
    untilMs: when.until ?? Number.POSITIVE_INFINITY,
  }))
  return {
    /** The refusing rules in file order, as named in messages. */
    ruleIds: refusing.map(({ id }) => id),
    /** The rule that refuses connections to a base; undefined if none does. */
    closedBy: (base: BaseAddress, elapsedMs: number) =>
      spans.find(({ covers, fromMs, untilMs }) => covers(base) && elapsedMs >= fromMs && elapsedMs < untilMs),
    /** The earliest time after `elapsedMs` at which this may change; Infinity if never. */
    nextChangeMs: (elapsedMs: number) =>
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

/** The scenario without refusing rules, for sessions without ports. */
export function withoutPortRules(scenario: Scenario): Scenario {
  return { ...scenario, rules: (scenario.rules ?? []).filter(({ fault }) => !isPortFault(fault)) }
}
