/** A rule of a running scenario, with its counts. */

import type { Endpoint } from '../api/endpoints/define.js'
import type { ApiRequest } from '../api/routing/request.js'
import { Draws, type Key } from '../kit/random/draws.js'
import { keyOf } from '../kit/random/random.js'
import { durationInWords } from '../kit/text/duration-in-words.js'
import type { CountedRule, Fired } from './counts.js'
import type { Fault, Firing } from './define.js'
import { delayMs } from './faults/delay.js'
import { faultOf } from './faults/index.js'
import { Matcher, mismatchOf, type Target } from './match.js'
import { ruleIdOf } from './rule-id.js'
import type { Counted, RuleRun, RuleState } from './run-types.js'
import type { Rule } from './schema.js'
import { type Bucket, takeToken } from './token-bucket.js'
import { blockedBy, isDrawn, RULE_STREAM, Trigger } from './trigger.js'

export class RunningRule implements RuleRun, CountedRule {
  state: RuleState = { matched: 0, fired: 0, firstFiredAtMs: 0, fault: {} }
  readonly rule: Rule
  readonly id: string
  readonly index: number
  readonly bucket: Bucket | undefined
  readonly #fromMs: number
  readonly #untilMs: number
  readonly #key: Key
  readonly #fault: Fault | undefined
  readonly #options: Readonly<Record<string, unknown>>
  readonly #matcher: Matcher
  readonly #trigger: Trigger

  constructor(rule: Rule, index: number, seed: string) {
    this.rule = rule
    this.index = index
    this.id = ruleIdOf(rule, index)
    this.#key = keyOf(seed, 'rule', this.id)
    this.#options = rule.fault as Readonly<Record<string, unknown>>
    this.#fault = faultOf(rule.fault)
    this.bucket = this.#fault?.bucket?.(this.#options)
    this.#matcher = new Matcher(rule.match ?? {})
    this.#trigger = new Trigger(rule.when ?? {}, this.#key)
    // The clock may go back to before the load time: a rule without a beginning is active there, too.
    this.#fromMs = rule.when?.after ?? Number.NEGATIVE_INFINITY
    this.#untilMs = rule.when?.until ?? Number.POSITIVE_INFINITY
  }

  /** Refused connections carry no requests; a refusing rule ignores those that arrive by another way. */
  concerns(target: Target): boolean {
    return this.#fault?.stage.on !== 'port' && this.#matcher.concerns(target)
  }

  /** Whether its window includes a time since the scenario was loaded. */
  isInTime(elapsedMs: number): boolean {
    return elapsedMs >= this.#fromMs && elapsedMs < this.#untilMs
  }

  matches(request: ApiRequest): boolean {
    return this.#matcher.matches(request)
  }

  obstacleTo(
    request: ApiRequest,
    elapsedMs: number,
    { matched, fired }: Counted = this.state,
  ): string | undefined {
    const { match = {}, when = {} } = this.rule
    if (this.#fault?.stage.on === 'port') return 'it applies to connections, not requests'
    const mismatch = mismatchOf(match, request)
    if (mismatch !== undefined) return mismatch
    const now = `it is ${durationInWords(elapsedMs)} since the start`
    if (elapsedMs < this.#fromMs) return `not before ${durationInWords(this.#fromMs)}, ${now}`
    if (elapsedMs >= this.#untilMs) return `only until ${durationInWords(this.#untilMs)}, ${now}`
    return blockedBy(when, this.#key, matched + 1, fired)
  }

  /** Whether its bucket would admit a request at an instant. Changes nothing. */
  letsPass(atMs: number): boolean {
    return this.bucket !== undefined && takeToken(this.bucket, { ...this.state.fault }, atMs)
  }

  get passing(): string {
    return `${this.#fault?.key} admits this request`
  }

  strikesNext(atMs: number, elapsedMs: number): boolean {
    const { matched, fired } = this.state
    return this.isInTime(elapsedMs) && this.#trigger.holds(matched + 1, fired) && !this.letsPass(atMs)
  }

  /** The firing on a matching request; undefined if it would not fire. Changes nothing. */
  forecast(endpoint: Endpoint | undefined, atMs: number, elapsedMs: number): Firing | undefined {
    if (!this.strikesNext(atMs, elapsedMs)) return undefined
    const { matched, fired, firstFiredAtMs, fault } = this.state
    const firstAtMs = fired === 0 ? atMs : firstFiredAtMs
    return this.firing(endpoint, atMs, { call: matched + 1, firstFiredAtMs: firstAtMs, fault })
  }

  /** Whether it fires on a counted request within its window; counts the firing. */
  fires(atMs: number): boolean {
    const { state } = this
    if (!this.#trigger.holds(state.matched, state.fired)) return false
    if (this.bucket !== undefined && takeToken(this.bucket, state.fault, atMs)) return false
    if (state.fired === 0) state.firstFiredAtMs = atMs
    state.fired++
    return true
  }

  get when(): NonNullable<Rule['when']> {
    return this.rule.when ?? {}
  }

  isDrawn(call: number): boolean {
    return isDrawn(this.when, this.#key, call)
  }

  /** Its effect on the request. */
  firing(
    endpoint: Endpoint | undefined,
    atMs: number,
    { call, firstFiredAtMs, fault }: Omit<Fired, 'index'>,
  ): Firing {
    const { delay } = this.rule.fault
    const draws = (stream: number) => new Draws().at(this.#key, stream, call)
    return {
      ruleId: this.id,
      fault: this.#fault,
      options: this.#options,
      delayMs: delay === undefined ? 0 : delayMs(delay, draws(RULE_STREAM.delay)),
      context: { endpoint, atMs, firstFiredAtMs, draws: draws(RULE_STREAM.fault), state: { ...fault } },
    }
  }
}
