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
import { type Decision, type RuleState, RunningRule, type Strike } from './running-rule.js'
import type { Scenario } from './schema.js'

/** The rules that are about one target. */
export interface Decider {
  /**
   * Counts a request that came at `atMs` and is sure to be left alone, because it is the hour of none of the rules; where
   * that is not sure, false, and nothing is counted. Most requests are such, and this is all they pay.
   */
  passes(atMs: number): boolean
  /** Counts an request, and says what is to be done to it, if anything. */
  decide(request: ApiRequest): Decided
}

/**
 * A promise where another process counts: `changed` when the session has become another, or has ended, meanwhile. Then
 * nothing was counted, and the request is to be looked at as if it came now.
 */
export type Decided = Decision | undefined | Promise<Decision | undefined | 'changed'>

interface RunDecider extends Decider {
  decide(request: ApiRequest): Decision | undefined
}

export interface ScenarioRun {
  readonly scenario: Scenario
  readonly loadedAtMs: number
  /** What decides requests for a target; undefined where no rule is about them. */
  decider(target: Target, endpoint: Endpoint | undefined): RunDecider | undefined
  /** The rules that an request matches, by their places in the file. Counts nothing. */
  matching(request: ApiRequest): number[]
  /** Counts an request at `atMs` that matches these rules; the strike of the first of them that fires. */
  count(rules: readonly number[], atMs: number): Strike | undefined
  /** What a strike means for a request to `endpoint`. */
  decisionOf(strike: Strike, endpoint: Endpoint | undefined): Decision
  /** A copy of what the rules have counted, in their order. */
  states(): RuleState[]
  restore(states: readonly RuleState[]): void
}

export function createScenarioRun(scenario: Scenario, seed: string, loadedAtMs: number): ScenarioRun {
  const rules = (scenario.rules ?? []).map((rule, index) => new RunningRule(rule, index, seed))
  const concerned = new Map<string, readonly RunningRule[]>()
  const rulesFor = (target: Target): readonly RunningRule[] => {
    const key = `${target.network}|${target.base}|${target.endpoint}|${target.method}`
    const known = concerned.get(key) ?? rules.filter((rule) => rule.concerns(target))
    concerned.set(key, known)
    return known
  }
  const matching = (request: ApiRequest) =>
    rulesFor(request).flatMap((rule) => (rule.matches(request) ? [rule.index] : []))
  const count = (matched: readonly number[], atMs: number): Strike | undefined => {
    const elapsedMs = atMs - loadedAtMs
    let strike: Strike | undefined
    for (const index of matched) {
      const rule = rules[index]
      rule.state.matched++
      if (rule.isInTime(elapsedMs)) strike ??= rule.strike(atMs)
    }
    return strike
  }
  const decisionOf = (strike: Strike, endpoint: Endpoint | undefined): Decision =>
    rules[strike.rule].decisionOf(strike, endpoint)
  return {
    scenario,
    loadedAtMs,
    decider(target, endpoint) {
      const few = rulesFor(target)
      if (few.length === 0) return undefined
      return {
        passes(atMs) {
          const elapsedMs = atMs - loadedAtMs
          for (let i = 0; i < few.length; i++)
            if (!few[i].byTarget || few[i].isInTime(elapsedMs)) return false
          for (let i = 0; i < few.length; i++) few[i].state.matched++
          return true
        },
        decide(request) {
          const strike = count(matching(request), request.atMs)
          return strike && decisionOf(strike, endpoint)
        },
      }
    },
    matching,
    count,
    decisionOf,
    states: () => rules.map(({ state }) => ({ ...state, fault: { ...state.fault } })),
    restore: (states) => {
      states.forEach((state, index) => {
        rules[index].state = { ...state, fault: { ...state.fault } }
      })
    },
  }
}

export type { Decision, RuleState, Strike } from './running-rule.js'
