/**
 * A scenario under way. Everything is decided when a request arrives, so a client's immediate retry already sees the next
 * state. Every rule counts each request that it matches, whether or not another one decides it; so a rule added in front
 * shifts no other rule's calls and draws.
 */
import { isSameTarget, type Target } from './match.js'
import type { RulesRun, ScenarioRun } from './run.js'
import { RunningRule } from './running-rule.js'
import type { Rule, Scenario } from './schema.js'

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
        // A fault that has a say in it is not asked behind a rule that fires.
        const obstacle =
          rule.obstacleTo(request, atMs - loadedAtMs) ??
          (first === undefined && rule.letsPass(atMs) ? rule.passing : undefined)
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
