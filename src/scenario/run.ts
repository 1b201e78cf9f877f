/**
 * A scenario under way: its rules with what they have counted. Everything is decided when a request arrives, so a
 * client's immediate retry already sees the next state. Every rule counts each request that it matches, whether or not
 * another one decides it; so a rule added in front shifts no other rule's calls and draws.
 */
import type { Endpoint } from '../endpoints/define.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Firing } from './define.js'
import { isSameTarget, type Target } from './match.js'
import { type RuleState, RunningRule } from './running-rule.js'
import type { Rule, Scenario } from './schema.js'

export interface ScenarioRun extends RulesRun {
  readonly scenario: Scenario
  /** The same without the scenario, whose prices may be large: for whoever remembers it. */
  readonly rules: RulesRun
}

/** The rules of a scenario under way. */
export interface RulesRun {
  /** Differs from that of any other in this process. */
  readonly id: number
  readonly loadedAtMs: number
  /** Of the scenario, where it has one. */
  readonly name: string | undefined
  /** The request headers that rules look at, in small letters. */
  readonly headerNames: readonly string[]
  /** In the order of the scenario. */
  readonly all: readonly RunningRule[]
  /** Those that are about a target. */
  rulesFor(target: Target): readonly RunningRule[]
  /** What is decided about requests for a target; undefined where no rule is about them. */
  evaluator(target: Target, endpoint: Endpoint | undefined): Evaluator | undefined
  /** What would be decided about a request if it came now; counts nothing. */
  forecast(request: ApiRequest, endpoint: Endpoint | undefined): Firing | undefined
  /** What each rule would do with this request if it came now, in their order; counts nothing. For people who look for a slip. */
  whyNot(request: ApiRequest): readonly RuleReason[]
  /** A copy of what the rules have counted, in their order. */
  states(): RuleState[]
  restore(states: readonly RuleState[]): void
}

/** The rules that are about one target. */
export interface Evaluator {
  /** Counts a request on every rule that it matches; what the first rule that fires does, undefined where none fires. */
  evaluate(request: ApiRequest): Firing | undefined
}

/** Why one rule fires, or does not. */
export interface RuleReason {
  readonly rule: string
  readonly fires: boolean
  /** Such as `base is primary, not fallback`. */
  readonly why: string
}

export function createScenarioRun(scenario: Scenario, seed: string, loadedAtMs: number): ScenarioRun {
  const rules = createRulesRun(scenario.rules ?? [], seed, loadedAtMs, scenario.name)
  return { ...rules, scenario, rules }
}

let runs = 0

function createRulesRun(
  given: readonly Rule[],
  seed: string,
  loadedAtMs: number,
  name: string | undefined,
): RulesRun {
  const all = given.map((rule, index) => new RunningRule(rule, index, seed))
  const concerned = new Map<string, Concerned>()
  /** What was asked for last: most requests are for the target of the one before. */
  let latest: Concerned | undefined
  const rulesFor = (target: Target): readonly RunningRule[] => {
    if (latest === undefined || !isSameTarget(latest.target, target)) {
      const { network, base, endpoint, method } = target
      const key = `${network}|${base}|${endpoint}|${method}`
      latest = concerned.get(key) ?? {
        target: { network, base, endpoint, method },
        rules: all.filter((rule) => rule.concerns(target)),
      }
      concerned.set(key, latest)
    }
    return latest.rules
  }
  return {
    id: ++runs,
    loadedAtMs,
    name,
    headerNames: headerNamesOf(given),
    all,
    rulesFor,
    evaluator(target, endpoint) {
      const few = rulesFor(target)
      if (few.length === 0) return undefined
      return {
        // Every request pays for this: where no rule is in time it only counts, and makes nothing.
        evaluate(request) {
          const { atMs } = request
          const elapsedMs = atMs - loadedAtMs
          let first: RunningRule | undefined
          for (let i = 0; i < few.length; i++) {
            const rule = few[i]
            if (!rule.matches(request)) continue
            rule.state.matched++
            if (first === undefined && rule.isInTime(elapsedMs) && rule.fires(atMs)) first = rule
          }
          return first?.firing(endpoint, atMs)
        },
      }
    },
    forecast(request, endpoint) {
      const { atMs } = request
      for (const rule of rulesFor(request)) {
        const firing = rule.matches(request) && rule.forecast(endpoint, atMs, atMs - loadedAtMs)
        if (firing) return firing
      }
      return undefined
    },
    whyNot(request) {
      const { atMs } = request
      let first: string | undefined
      return all.map((rule) => {
        const obstacle =
          rule.obstacleTo(request, atMs - loadedAtMs) ?? (rule.letsPass(atMs) ? rule.passing : undefined)
        const fires = obstacle === undefined && first === undefined
        const why = obstacle ?? (fires ? 'fires' : `${first} comes first`)
        if (fires) first = rule.id
        return { rule: rule.id, fires, why }
      })
    },
    states: () => all.map(({ state }) => ({ ...state, fault: { ...state.fault } })),
    restore: (states) => {
      states.forEach((state, index) => {
        all[index].state = { ...state, fault: { ...state.fault } }
      })
    },
  }
}

function headerNamesOf(rules: readonly Rule[]): readonly string[] {
  const names = rules.flatMap(({ match }) => Object.keys(match?.header ?? {}))
  return [...new Set(names.map((name) => name.toLowerCase()))]
}

/** The rules that are about a target. */
interface Concerned {
  readonly target: Target
  readonly rules: readonly RunningRule[]
}
