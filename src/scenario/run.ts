/**
 * A scenario under way: its rules with what they have counted. Everything is decided when a request arrives, so a
 * client's immediate retry already sees the next state. Every rule counts each request that it matches, whether or not
 * another one decides it; so a rule added in front shifts no other rule's calls and draws.
 *
 * Which rules match is a question about the request alone; only counting changes anything, and what it finds is plain
 * data. So a process that counts nothing can ask another one that does.
 */
import type { Endpoint } from '../endpoints/define.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Target } from './matcher.js'
import { type Decision, type RuleState, RunningRule } from './running-rule.js'

import type { Scenario } from './schema.js'

export type Firing = Decision

/** The rules that are about one target. */
export interface Evaluator {
  /** Counts a request on every rule that it matches; what the first rule that fires does, undefined where none fires. */
  evaluate(request: ApiRequest): Firing | undefined
}

export interface ScenarioRun {
  readonly scenario: Scenario
  readonly loadedAtMs: number
  /** What is decided about requests for a target; undefined where no rule is about them. */
  evaluator(target: Target, endpoint: Endpoint | undefined): Evaluator | undefined
  /** A copy of what the rules have counted, in their order. */
  states(): RuleState[]
  restore(states: readonly RuleState[]): void
}

export function createScenarioRun(scenario: Scenario, seed: string, loadedAtMs: number): ScenarioRun {
  const rules = (scenario.rules ?? []).map((rule, index) => new RunningRule(rule, index, seed))
  const evaluators = new Map<string, Evaluator | undefined>()
  const evaluatorOf = (target: Target, endpoint: Endpoint | undefined): Evaluator | undefined => {
    const few = rules.filter((rule) => rule.concerns(target))
    if (few.length === 0) return undefined
    return {
      evaluate(request) {
        const elapsedMs = request.atMs - loadedAtMs
        let firing: Firing | undefined
        for (let i = 0; i < few.length; i++) {
          const rule = few[i]
          if (!rule.matches(request)) continue
          rule.state.matched++
          if (!rule.isInTime(elapsedMs)) continue
          if (firing === undefined) {
            const strike = rule.strike(request.atMs)
            if (strike !== undefined) firing = rule.decisionOf(strike, endpoint)
          }
        }
        return firing
      },
    }
  }
  return {
    scenario,
    loadedAtMs,
    evaluator(target, endpoint) {
      const key = `${target.network}|${target.base}|${target.endpoint}|${target.method}`
      if (!evaluators.has(key)) evaluators.set(key, evaluatorOf(target, endpoint))
      return evaluators.get(key)
    },
    states: () => rules.map(({ state }) => ({ ...state, fault: { ...state.fault } })),
    restore: (states) => {
      states.forEach((state, index) => {
        rules[index].state = { ...state, fault: { ...state.fault } }
      })
    },
  }
}

export type { RuleState } from './running-rule.js'
