/** What a scenario under way is to others: its rules with what they have counted, and what they decide. */
import type { Endpoint } from '../endpoints/define.js'
import type { ApiRequest } from '../routing/request.js'
import type { Firing } from './define.js'
import type { Target } from './match.js'
import type { Rule, Scenario } from './schema.js'

export interface ScenarioRun extends RulesRun {
  readonly scenario: Scenario
  /** When it was loaded by the time source of its session's clock, however that was moved since; undefined where nobody says. */
  readonly loadedElapsedMs: number | undefined
  /** The same without the scenario, whose prices may be large: for whoever remembers it. */
  readonly rules: RulesRun
}

/** The rules of a scenario under way. */
export interface RulesRun {
  /** Differs from that of any other; the same wherever the session is served. */
  readonly id: string
  readonly loadedAtMs: number
  /** Of the scenario, where it has one. */
  readonly name: string | undefined
  /** The request headers that rules look at, in small letters. */
  readonly headerNames: readonly string[]
  /** In the order of the scenario. */
  readonly all: readonly RuleRun[]
  /** Those that are about a target. */
  rulesFor(target: Target): readonly RuleRun[]
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
  /**
   * Counts a request on every rule that it matches; what the first rule that fires does, undefined where none fires. A promise
   * where others count too, and something is to be counted.
   */
  evaluate(request: ApiRequest): Firing | undefined | Promise<Firing | undefined>
}

/** Why one rule fires, or does not. */
export interface RuleReason {
  readonly rule: string
  readonly fires: boolean
  /** Such as `base is primary, not fallback`. */
  readonly why: string
}

/** One of the rules. */
export interface RuleRun {
  readonly id: string
  readonly rule: Rule
  readonly state: Readonly<RuleState>
  matches(request: ApiRequest): boolean
  /** Whether it fires for the next request that it matches, if that came now, so many ms after the scenario was loaded. Changes nothing. */
  strikesNext(atMs: number, elapsedMs: number): boolean
  /**
   * What keeps it from firing for a request, its fault aside; undefined where nothing does. `counted` is what it had counted
   * before the request, as it has now for one that would be the next. Changes nothing.
   */
  obstacleTo(request: ApiRequest, elapsedMs: number, counted?: Counted): string | undefined
  /** What is said of it where its fault has let a request pass. */
  readonly passing: string
}

/** What a rule has counted: plain data, so that it can be copied and put back. */
export interface RuleState {
  matched: number
  fired: number
  firstFiredAtMs: number
  /** The fault's own. */
  readonly fault: Record<string, number>
}

/** How often a rule has matched and fired. */
export type Counted = Pick<RuleState, 'matched' | 'fired'>
