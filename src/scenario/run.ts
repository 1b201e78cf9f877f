/**
 * A scenario under way: its rules with what they have counted. Everything is decided when a request arrives, so a
 * client's immediate retry already sees the next state. Every rule counts each request that it matches, whether or not
 * another one decides it; so a rule added in front shifts no other rule's calls and draws.
 */

import { Draws, type Key, keyOf } from '../core/random.js'
import type { Endpoint } from '../endpoints/define.js'
import type { Arrival } from './arrival.js'
import type { Fault, FaultContext } from './define.js'
import { delayMs } from './faults/delay.js'
import { FAULTS } from './faults/index.js'
import { Matcher, type Target } from './match.js'
import { type Rule, ruleIdOf, type Scenario } from './schema.js'
import { RULE_STREAM, Trigger } from './when.js'

/** What a rule has counted: plain data, so that it can be copied and put back. */
export interface RuleState {
  matched: number
  fired: number
  firstFiredAtMs: number
  /** The fault's own. */
  readonly fault: Record<string, number>
}

/** What is to be done to one request. */
export interface Decision {
  readonly ruleId: string
  /** Undefined for a rule that only delays. */
  readonly fault: Fault | undefined
  readonly options: unknown
  readonly context: FaultContext
  readonly delayMs: number
}

/** The rules that are about one target. */
export interface Decider {
  /**
   * Counts a request that came at `atMs` and is sure to be left alone, because it is the hour of none of the rules; where
   * that is not sure, false, and nothing is counted. Most requests are such, and this is all they pay.
   */
  passes(atMs: number): boolean
  /** Counts an arrival, and says what is to be done to it, if anything. */
  decide(arrival: Arrival): Decision | undefined
}

export interface ScenarioRun {
  readonly scenario: Scenario
  readonly loadedAtMs: number
  /** What decides requests for a target; undefined where no rule is about them. */
  decider(target: Target, endpoint: Endpoint | undefined): Decider | undefined
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
        decide(arrival) {
          const elapsedMs = arrival.atMs - loadedAtMs
          let decision: Decision | undefined
          for (const rule of few) {
            if (!rule.matches(arrival)) continue
            rule.state.matched++
            if (rule.isInTime(elapsedMs)) decision ??= rule.strike(arrival, endpoint)
          }
          return decision
        },
      }
    },
    states: () => rules.map(({ state }) => ({ ...state, fault: { ...state.fault } })),
    restore: (states) => {
      states.forEach((state, index) => {
        rules[index].state = { ...state, fault: { ...state.fault } }
      })
    },
  }
}

class RunningRule {
  state: RuleState = { matched: 0, fired: 0, firstFiredAtMs: 0, fault: {} }
  /** Whether what a request is for settles that it matches. */
  readonly byTarget: boolean
  readonly #fromMs: number
  readonly #untilMs: number
  readonly #rule: Rule
  readonly #id: string
  readonly #key: Key
  readonly #fault: Fault | undefined
  readonly #options: Readonly<Record<string, unknown>>
  readonly #matcher: Matcher
  readonly #trigger: Trigger

  constructor(rule: Rule, index: number, seed: string) {
    this.#rule = rule
    this.#id = ruleIdOf(rule, index)
    this.#key = keyOf(seed, 'rule', this.#id)
    this.#options = rule.fault as Readonly<Record<string, unknown>>
    this.#fault = FAULTS.find(({ key }) => this.#options[key] !== undefined)
    this.#matcher = new Matcher(rule.match ?? {})
    this.#trigger = new Trigger(rule.when ?? {}, this.#key)
    this.byTarget = this.#matcher.byTarget
    // A clock may be put back to before the scenario was loaded: what has no beginning holds there too.
    this.#fromMs = rule.when?.after ?? Number.NEGATIVE_INFINITY
    this.#untilMs = rule.when?.until ?? Number.POSITIVE_INFINITY
  }

  /** A refused connection brings no request; those that come by another way are none of its rule's business. */
  concerns(target: Target): boolean {
    return this.#fault?.seam.on !== 'port' && this.#matcher.concerns(target)
  }

  /** Whether it may fire so many virtual ms after the scenario was loaded. */
  isInTime(elapsedMs: number): boolean {
    return elapsedMs >= this.#fromMs && elapsedMs < this.#untilMs
  }

  matches(arrival: Arrival): boolean {
    return this.#matcher.matches(arrival)
  }

  /** What it does to an arrival that it has counted, within its time. */
  strike({ atMs }: Arrival, endpoint: Endpoint | undefined): Decision | undefined {
    const { state } = this
    const fault = this.#fault
    if (!this.#trigger.holds(state.matched, state.fired)) return undefined
    if (fault?.strikes !== undefined && !fault.strikes(this.#options, state.fault, atMs)) return undefined
    if (state.fired === 0) state.firstFiredAtMs = atMs
    state.fired++
    const { delay } = this.#rule.fault
    return {
      ruleId: this.#id,
      fault,
      options: this.#options,
      delayMs: delay === undefined ? 0 : delayMs(delay, this.#draws(RULE_STREAM.delay)),
      context: {
        endpoint,
        atMs,
        firstFiredAtMs: state.firstFiredAtMs,
        draws: this.#draws(RULE_STREAM.fault),
        state: { ...state.fault },
      },
    }
  }

  #draws(stream: number): Draws {
    return new Draws().at(this.#key, stream, this.state.matched)
  }
}
