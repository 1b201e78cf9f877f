/** Base addresses whose connections fail: a function of the scenario and virtual time alone. */

import type { Clock } from '../kit/clock/clock.js'
import { UserError } from '../kit/errors.js'
import type { BaseAddress } from '../market/catalogue/bases.js'
import { faultOf } from './faults/index.js'
import { placesOf } from './match.js'
import type { Rule, Scenario } from './schema.js'

interface Loaded {
  readonly scenario: Scenario
  readonly loadedAtMs: number
}

/** The faults of connections under a run at a virtual instant. */
export function closedPortsOf(run: Loaded | undefined, atMs: number) {
  const rules = portRulesOf(run?.scenario).map(({ when: { after, until } = {}, ...rule }) => ({
    rule,
    fromMs: after ?? Number.NEGATIVE_INFINITY,
    untilMs: until ?? Number.POSITIVE_INFINITY,
  }))
  const elapsedMs = atMs - (run?.loadedAtMs ?? 0)
  const edgesMs = rules.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs])
  const active = rules.filter(({ fromMs, untilMs }) => elapsedMs >= fromMs && elapsedMs < untilMs)
  return {
    /** The rule by which connections to a base fail; undefined if they succeed. */
    closedBy: ({ network, base }: BaseAddress) =>
      active.find(({ rule: { match = {} } }) =>
        placesOf(match).some(
          ({ networks, bases }) => (networks?.includes(network) ?? true) && (bases?.includes(base) ?? true),
        ),
      )?.rule,
    /** Virtual time until this may change; Infinity if never. */
    changesInMs: Math.min(...edgesMs.filter((edgeMs) => edgeMs > elapsedMs)) - elapsedMs,
  }
}

/** The same in a session now; `changesInMs` is real time. */
export function closedPortsNow({ scenario, clock }: { scenario: Loaded | undefined; clock: Clock }) {
  const { mode, rate, atMs } = clock.setting()
  const { closedBy, changesInMs } = closedPortsOf(scenario, Math.floor(atMs))
  return { closedBy, changesInMs: mode === 'frozen' ? Number.POSITIVE_INFINITY : changesInMs / rate }
}

function portRulesOf(scenario: Scenario | undefined): readonly Rule[] {
  return (scenario?.rules ?? []).filter(({ fault }) => isPortFault(fault))
}

/** Throws a UserError if a scenario refuses connections, for sessions without a port for each base. */
export function requireNoPortRules(scenario: Scenario | undefined): void {
  const [rule] = portRulesOf(scenario)
  if (rule === undefined) return
  throw new UserError(
    'the scenario refuses connections, which requires a port for each base address',
    `rule ${rule.id}`,
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
