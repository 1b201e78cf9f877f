/**
 * A running scenario. Rules are decided when a request arrives, so a client's immediate retry already meets the next state. Every rule
 * counts each request it matches, whichever rule fires; so a rule added in front shifts no other rule's calls and draws.
 */
import type { Endpoint } from '../api/endpoints/define.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { RuleCounts } from './counts.js'
import type { Firing } from './define.js'
import { isSameTarget, type Target } from './match.js'
import type { RulesRun, ScenarioRun } from './run-types.js'
import { RunningRule } from './running-rule.js'
import type { Rule, Scenario } from './schema.js'

/** Run id and optional shared counters. */
export interface RunPlace {
  readonly id: string
  /** Load time on the time source of the session's clock. */
  readonly loadedElapsedMs?: number | undefined
  readonly counts?: RuleCounts | undefined
}

const ALONE: RunPlace = { id: '' }

export function createScenarioRun(
  scenario: Scenario,
  seed: string,
  loadedAtMs: number,
  place?: RunPlace,
): ScenarioRun {
  const rules = createRulesRun(scenario, seed, loadedAtMs, place)
  return { ...rules, scenario, loadedElapsedMs: place?.loadedElapsedMs, rules }
}

/** The same, without the scenario. */
export function createRulesRun(
  { rules: given = [], name }: Pick<Scenario, 'rules' | 'name'>,
  seed: string,
  loadedAtMs: number,
  { id, counts }: RunPlace = ALONE,
): RulesRun {
  const all = given.map((rule, index) => new RunningRule(rule, index, seed))
  const concerned = new Map<string, Concerned>()
  /** Memo: most requests have the same target as their predecessor. */
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
  const decide = (
    few: readonly RunningRule[],
    request: ApiRequest,
    endpoint: Endpoint | undefined,
    counts: RuleCounts,
  ): Promise<Firing | undefined> | undefined => {
    const { atMs } = request
    const elapsedMs = atMs - loadedAtMs
    const matched = few
      .filter((rule) => rule.matches(request))
      .map((rule) => ({ rule, isInTime: rule.isInTime(elapsedMs) }))
    if (matched.length === 0) return undefined
    return counts
      .decide(matched, atMs)
      .then((fired) => fired && all[fired.index].firing(endpoint, atMs, fired))
  }
  return {
    id,
    loadedAtMs,
    name,
    headerNames: headerNamesOf(given),
    all,
    rulesFor,
    evaluator(target, endpoint) {
      const few = rulesFor(target)
      if (few.length === 0) return undefined
      if (counts !== undefined) return { evaluate: (request) => decide(few, request, endpoint, counts) }
      return {
        // Hot path: if no rule is in its window, it only counts and allocates nothing.
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
          if (first === undefined) return undefined
          const { matched: call, firstFiredAtMs, fault } = first.state
          return first.firing(endpoint, atMs, { call, firstFiredAtMs, fault })
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
        // A fault with a bucket is not consulted behind a rule that fires.
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

/** The rules that concern a target. */
interface Concerned {
  readonly target: Target
  readonly rules: readonly RunningRule[]
}
