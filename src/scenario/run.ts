/**
 * A scenario under way: its rules with what they have counted. Everything is decided when a request arrives, so a
 * client's immediate retry already sees the next state. Every rule counts each request that it matches, whether or not
 * another one decides it; so a rule added in front shifts no other rule's calls and draws.
 */
import { formatDuration } from '../core/duration.js'
import { Draws, type Key, keyOf } from '../core/random.js'
import type { Endpoint } from '../endpoints/define.js'
import type { ApiRequest } from '../exchange/request.js'
import { type Bucket, takeToken } from './bucket.js'
import type { CountedRule, Fired, RuleCounts } from './counts.js'
import type { Fault, Firing } from './define.js'
import { delayMs } from './faults/delay.js'
import { faultOf } from './faults/index.js'
import { isSameTarget, Matcher, mismatchOf, type Target } from './match.js'
import { type Rule, ruleIdOf, type Scenario } from './schema.js'
import { isDrawn, obstacleOf, RULE_STREAM, Trigger } from './when.js'

export interface ScenarioRun {
  readonly scenario: Scenario
  readonly loadedAtMs: number
  /** What is decided about requests for a target; undefined where no rule is about them. */
  evaluator(target: Target, endpoint: Endpoint | undefined): Evaluator | undefined
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

/** What a rule has counted: plain data, so that it can be copied and put back. */
export interface RuleState {
  matched: number
  fired: number
  firstFiredAtMs: number
  /** The fault's own. */
  readonly fault: Record<string, number>
}

/** `counts` is where its rules count, together with those of others; in the run itself where it is left out. */
export function createScenarioRun(
  scenario: Scenario,
  seed: string,
  loadedAtMs: number,
  counts?: RuleCounts,
): ScenarioRun {
  const rules = (scenario.rules ?? []).map((rule, index) => new RunningRule(rule, index, seed))
  const concerned = new Map<string, Concerned>()
  /** What was asked for last: most requests are for the target of the one before. */
  let latest: Concerned | undefined
  const rulesFor = (target: Target): readonly RunningRule[] => {
    if (latest === undefined || !isSameTarget(latest.target, target)) {
      const { network, base, endpoint, method } = target
      const key = `${network}|${base}|${endpoint}|${method}`
      latest = concerned.get(key) ?? {
        target: { network, base, endpoint, method },
        rules: rules.filter((rule) => rule.concerns(target)),
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
      .then((fired) => fired && rules[fired.index].firing(endpoint, atMs, fired.call, fired))
  }
  return {
    scenario,
    loadedAtMs,
    evaluator(target, endpoint) {
      const few = rulesFor(target)
      if (few.length === 0) return undefined
      if (counts !== undefined) return { evaluate: (request) => decide(few, request, endpoint, counts) }
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
          return first?.firing(endpoint, atMs, first.state.matched, first.state)
        },
      }
    },
    whyNot(request) {
      let first: string | undefined
      return rules.map((rule) => {
        const obstacle = rule.obstacleTo(request, request.atMs - loadedAtMs)
        const fires = obstacle === undefined && first === undefined
        const why = obstacle ?? (fires ? 'fires' : `${first} comes first`)
        if (fires) first = rule.id
        return { rule: rule.id, fires, why }
      })
    },
    states: () => rules.map(({ state }) => ({ ...state, fault: { ...state.fault } })),
    restore: (states) => {
      states.forEach((state, index) => {
        rules[index].state = { ...state, fault: { ...state.fault } }
      })
    },
  }
}

/** The rules that are about a target. */
interface Concerned {
  readonly target: Target
  readonly rules: readonly RunningRule[]
}

class RunningRule implements CountedRule {
  state: RuleState = { matched: 0, fired: 0, firstFiredAtMs: 0, fault: {} }
  readonly #fromMs: number
  readonly #untilMs: number
  readonly #rule: Rule
  readonly id: string
  readonly #key: Key
  readonly #fault: Fault | undefined
  readonly #options: Readonly<Record<string, unknown>>
  readonly #matcher: Matcher
  readonly #trigger: Trigger
  readonly index: number
  readonly bucket: Bucket | undefined

  constructor(rule: Rule, index: number, seed: string) {
    this.#rule = rule
    this.index = index
    this.id = ruleIdOf(rule, index)
    this.#key = keyOf(seed, 'rule', this.id)
    this.#options = rule.fault as Readonly<Record<string, unknown>>
    this.#fault = faultOf(rule.fault)
    this.bucket = this.#fault?.bucket?.(this.#options)
    this.#matcher = new Matcher(rule.match ?? {})
    this.#trigger = new Trigger(rule.when ?? {}, this.#key)
    // A clock may be put back to before the scenario was loaded: what has no beginning holds there too.
    this.#fromMs = rule.when?.after ?? Number.NEGATIVE_INFINITY
    this.#untilMs = rule.when?.until ?? Number.POSITIVE_INFINITY
  }

  /** A refused connection brings no request; a rule that refuses does nothing to those that come by another way. */
  concerns(target: Target): boolean {
    return this.#fault?.stage.on !== 'port' && this.#matcher.concerns(target)
  }

  /** Whether it may fire so many virtual ms after the scenario was loaded. */
  isInTime(elapsedMs: number): boolean {
    return elapsedMs >= this.#fromMs && elapsedMs < this.#untilMs
  }

  matches(request: ApiRequest): boolean {
    return this.#matcher.matches(request)
  }

  /** What keeps it from firing for a request that would be the next; undefined where it would fire. Changes nothing. */
  obstacleTo(request: ApiRequest, elapsedMs: number): string | undefined {
    const { match = {}, when = {} } = this.#rule
    const { matched, fired, fault: kept } = this.state
    const fault = this.#fault
    if (fault?.stage.on === 'port') return 'it is about connections, not requests'
    const mismatch = mismatchOf(match, request)
    if (mismatch !== undefined) return mismatch
    const now = `it is ${elapsedMs === 0 ? '0s' : formatDuration(elapsedMs)} since the start`
    if (elapsedMs < this.#fromMs) return `not before ${formatDuration(this.#fromMs)}, ${now}`
    if (elapsedMs >= this.#untilMs) return `only until ${formatDuration(this.#untilMs)}, ${now}`
    const obstacle = obstacleOf(when, this.#key, matched + 1, fired)
    if (obstacle !== undefined) return obstacle
    if (this.bucket === undefined || !takeToken(this.bucket, { ...kept }, request.atMs)) return undefined
    return `${fault?.key} lets this one pass`
  }

  /** Whether it fires for a request that it has counted, within its time; counts that, too. */
  fires(atMs: number): boolean {
    const { state } = this
    if (!this.#trigger.holds(state.matched, state.fired)) return false
    if (this.bucket !== undefined && takeToken(this.bucket, state.fault, atMs)) return false
    if (state.fired === 0) state.firstFiredAtMs = atMs
    state.fired++
    return true
  }

  get when() {
    return this.#rule.when ?? {}
  }

  isDrawn(call: number): boolean {
    return isDrawn(this.when, this.#key, call)
  }

  /** What it does to the request for which it has just fired, the `call`-th that it matched. */
  firing(
    endpoint: Endpoint | undefined,
    atMs: number,
    call: number,
    { firstFiredAtMs, fault }: Pick<Fired, 'firstFiredAtMs' | 'fault'>,
  ): Firing {
    const { delay } = this.#rule.fault
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
