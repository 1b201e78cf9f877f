/** Interface of a running scenario: its rules, their counts, and decisions. */
import type { Endpoint } from '../api/endpoints/define.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Firing } from './define.js'
import type { Target } from './match.js'
import type { Rule, Scenario } from './schema.js'

export interface ScenarioRun extends RulesRun {
  readonly scenario: Scenario
  /** Load time on the time source of the session's clock, independent of clock changes; undefined if unknown. */
  readonly loadedElapsedMs: number | undefined
  /** The same without the scenario, whose prices may be large: to be kept after it ends. */
  readonly rules: RulesRun
}

/** The rules of a running scenario. */
export interface RulesRun {
  /** Unique id; the same at all replicas. */
  readonly id: string
  readonly loadedAtMs: number
  /** Name of the scenario. */
  readonly name: string | undefined
  /** Request headers that rules inspect, in lower case. */
  readonly headerNames: readonly string[]
  /** In file order. */
  readonly all: readonly RuleRun[]
  /** Rules that concern a target. */
  rulesFor(target: Target): readonly RuleRun[]
  /** Evaluator for a target; undefined if no rule concerns it. */
  evaluator(target: Target, endpoint: Endpoint | undefined): Evaluator | undefined
  /** The firing for a request, without counting it. */
  forecast(request: ApiRequest, endpoint: Endpoint | undefined): Firing | undefined
  /** For each rule in order, why it would fire or not; counts nothing. */
  whyNot(request: ApiRequest): readonly RuleReason[]
  /** Copies of the counts, in order. */
  states(): RuleState[]
  restore(states: readonly RuleState[]): void
}

/** Evaluates the rules that concern one target. */
export interface Evaluator {
  /**
   * Counts a request on every rule it matches; returns the first rule's firing, undefined if none fires. A promise if counts are shared and
   * change.
   */
  evaluate(request: ApiRequest): Firing | undefined | Promise<Firing | undefined>
}

/** Why a rule fires or not. */
export interface RuleReason {
  readonly rule: string
  readonly fires: boolean
  /** For example `base is primary, not fallback`. */
  readonly why: string
}

/** A rule of a running scenario. */
export interface RuleRun {
  readonly id: string
  readonly rule: Rule
  readonly state: Readonly<RuleState>
  matches(request: ApiRequest): boolean
  /** Whether it would fire on the next matching request at this time. Changes nothing. */
  strikesNext(atMs: number, elapsedMs: number): boolean
  /**
   * The reason why it does not fire on a request, apart from its fault; undefined if it does. `counted` are the counts before the request,
   * the current ones by default. Changes nothing.
   */
  obstacleTo(request: ApiRequest, elapsedMs: number, counted?: Counted): string | undefined
  /** Description used if its fault admits a request. */
  readonly passing: string
}

/** Counts of a rule; plain data, for snapshots. */
export interface RuleState {
  matched: number
  fired: number
  firstFiredAtMs: number
  /** State of the fault. */
  readonly fault: Record<string, number>
}

/** Counts of matches and firings. */
export type Counted = Pick<RuleState, 'matched' | 'fired'>
