/** One rule under way: which requests it is about, what it has counted, and what it does to those that it strikes. */
import { Draws, type Key, keyOf } from '../core/random.js'
import type { Endpoint } from '../endpoints/define.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Fault, FaultContext } from './define.js'
import { delayMs } from './delay-ms.js'
import { FAULTS } from './faults/index.js'
import { Matcher, type Target } from './matcher.js'
import { ruleIdOf } from './rule-id.js'
import type { Rule } from './schema.js'
import { RULE_STREAM, Trigger } from './trigger.js'

/** What a rule has counted: plain data, so that it can be copied and put back. */
export interface RuleState {
  matched: number
  fired: number
  firstFiredAtMs: number
  /** The fault's own. */
  readonly fault: Record<string, number>
}

/** That a rule fires, as plain data: all that has to be known besides the rule to do what it does. */
export interface Strike {
  /** Its place in the file, from 0. */
  readonly rule: number
  /** Which of the requests that it matched this is, from 1. */
  readonly call: number
  /** Virtual ms since 1970 when the request came, and when the rule fired for the first time. */
  readonly atMs: number
  readonly firstFiredAtMs: number
  /** What the fault left behind. */
  readonly state: Readonly<Record<string, number>>
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

export class RunningRule {
  state: RuleState = { matched: 0, fired: 0, firstFiredAtMs: 0, fault: {} }
  readonly index: number
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
    this.index = index
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

  matches(request: ApiRequest): boolean {
    return this.#matcher.matches(request)
  }

  /** Whether it fires for an request that it has counted, within its time; counts that, too. */
  strike(atMs: number): Strike | undefined {
    const { state, index } = this
    const fault = this.#fault
    if (!this.#trigger.holds(state.matched, state.fired)) return undefined
    if (fault?.strikes !== undefined && !fault.strikes(this.#options, state.fault, atMs)) return undefined
    if (state.fired === 0) state.firstFiredAtMs = atMs
    state.fired++
    const { matched: call, firstFiredAtMs } = state
    return { rule: index, call, atMs, firstFiredAtMs, state: { ...state.fault } }
  }

  /** What a strike of this rule means for a request. */
  decisionOf({ call, atMs, firstFiredAtMs, state }: Strike, endpoint: Endpoint | undefined): Decision {
    const { delay } = this.#rule.fault
    const draws = (stream: number) => new Draws().at(this.#key, stream, call)
    return {
      ruleId: this.#id,
      fault: this.#fault,
      options: this.#options,
      delayMs: delay === undefined ? 0 : delayMs(delay, draws(RULE_STREAM.delay)),
      context: { endpoint, atMs, firstFiredAtMs, draws: draws(RULE_STREAM.fault), state },
    }
  }
}
