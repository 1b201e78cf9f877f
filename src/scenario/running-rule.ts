/** A rule of a running scenario: its counts and its decisions. */

import type { Endpoint } from '../api/endpoints/define.js'
import type { ApiRequest } from '../api/routing/request.js'
import { Draws, type Key } from '../kit/random/draws.js'
import { keyOf } from '../kit/random/random.js'
import { durationInWords } from '../kit/text/duration.js'
import { actsOnFrames, type Fault, type Firing } from './define.js'
import { delayMs } from './faults/delay.js'
import { faultOf } from './faults/index.js'
import { type Match, type Rule, type Target, targetMismatch } from './match.js'
import { type Bucket, type BucketState, bucketOf, keptBucket, takeToken } from './token-bucket.js'
import { obstacleIn, obstacleInWords, RULE_STREAM } from './trigger.js'

/** Why a rule fires or not. */
export interface RuleReason {
  readonly rule: string
  readonly fires: boolean
  /** For example `base is primary, not fallback`. */
  readonly why: string
}

/** Counts of a rule; plain data, for snapshots. */
export interface RuleState {
  matched: number
  fired: number
  firstFiredAtMs: number
  /** Present where a run that continues got the rule after it was loaded. */
  addedAtMs?: number
  /** States of the buckets of its fault, by name. */
  readonly buckets: Record<string, BucketState>
}

/** Counts of matches and firings. */
export type Counted = Pick<RuleState, 'matched' | 'fired'>

/** The rule that fires, with its new counts. */
export interface Fired {
  readonly index: number
  readonly call: number
  readonly firstFiredAtMs: number
  /** Time until its bucket has a token again. */
  readonly waitMs: number
}

export class RunningRule {
  state: RuleState = { matched: 0, fired: 0, firstFiredAtMs: 0, buckets: {} }
  readonly rule: Rule
  readonly id: string
  readonly index: number
  readonly when: NonNullable<Rule['when']>
  /** Of its fault: its state decides, which cannot be traced back. */
  readonly bucket: Bucket | undefined
  readonly #fromMs: number
  readonly #untilMs: number
  readonly key: Key
  readonly #fault: Fault | undefined
  readonly #options: Readonly<Record<string, unknown>>
  readonly #match: Match
  readonly #header: readonly (readonly [name: string, value: string, lowerName: string])[]
  readonly #query: readonly (readonly [name: string, value: string])[]

  constructor(rule: Rule, index: number, seed: string) {
    this.rule = rule
    this.index = index
    this.id = rule.id
    this.key = keyOf(seed, 'rule', this.id)
    this.#options = rule.fault as Readonly<Record<string, unknown>>
    this.#fault = faultOf(rule.fault)
    this.bucket = this.#fault?.bucket?.(this.#options)
    this.#match = rule.match ?? {}
    const { header = {}, query = {} } = this.#match
    this.#header = Object.entries(header).map(([name, value]) => [name, value, name.toLowerCase()])
    this.#query = Object.entries(query)
    this.when = rule.when ?? {}
    // The clock may go back to before the load time: a rule without a beginning is active there, too.
    this.#fromMs = rule.when?.after ?? Number.NEGATIVE_INFINITY
    this.#untilMs = rule.when?.until ?? Number.POSITIVE_INFINITY
  }

  concerns(target: Target): boolean {
    return this.#stageMismatch(target) === undefined && targetMismatch(this.#match, target) === undefined
  }

  /** Refused connections carry no requests; a refusing rule ignores those that arrive by another way. */
  #stageMismatch({ endpoint }: Target): string | undefined {
    const on = this.#fault?.stage.on
    if (on === 'port') return 'it applies to connections, not requests'
    return on === 'stream' && endpoint !== 'stream' ? 'it applies to streams, not requests' : undefined
  }

  /** Whether its window includes a time since the scenario was loaded. */
  isInTime(elapsedMs: number): boolean {
    return elapsedMs >= this.#fromMs && elapsedMs < this.#untilMs
  }

  /** Whether a request matches; called only for targets that it concerns. */
  matches(request: ApiRequest): boolean {
    const isPlain = this.#header.length === 0 && this.#query.length === 0
    return isPlain || this.#detailMismatch(request) === undefined
  }

  /** The first header or parameter that does not match, as text; undefined if all do. */
  #detailMismatch(request: ApiRequest): string | undefined {
    for (const [name, value, lowerName] of this.#header) {
      const seen = request.header(lowerName)
      if (seen !== value) return `header ${name} is ${seen ?? 'missing'}, not ${value}`
    }
    if (this.#query.length === 0) return undefined
    const given = new URLSearchParams(request.search)
    for (const [name, value] of this.#query) {
      const seen = given.getAll(name)
      if (!seen.includes(value))
        return `query ${name} is ${seen.length === 0 ? 'missing' : seen.join(', ')}, not ${value}`
    }
    return undefined
  }

  /**
   * The reason why it does not fire on a request, apart from its fault; undefined if it does. `counted` are the counts before the request.
   * Changes nothing.
   */
  obstacleTo(
    request: ApiRequest,
    elapsedMs: number,
    { matched, fired }: Counted = this.state,
  ): string | undefined {
    const mismatch =
      this.#stageMismatch(request) ?? targetMismatch(this.#match, request) ?? this.#detailMismatch(request)
    if (mismatch !== undefined) return mismatch
    const now = `it is ${durationInWords(elapsedMs)} since the start`
    if (elapsedMs < this.#fromMs) return `not before ${durationInWords(this.#fromMs)}, ${now}`
    if (elapsedMs >= this.#untilMs) return `only until ${durationInWords(this.#untilMs)}, ${now}`
    return obstacleInWords(this.when, this.key, matched + 1, fired)
  }

  /** Whether earlier requests decide if it fires, or how. */
  get isCounted(): boolean {
    const { calls, every, times, chance } = this.when
    const isTriggered = [calls, every, times, chance].some((given) => given !== undefined)
    return isTriggered || this.bucket !== undefined || typeof (this.rule.fault.delay ?? 0) !== 'number'
  }

  /** Wait of a request for a token of its bucket at an instant, of any bucket without a request. Changes nothing. */
  #waitMs(atMs: number, request: ApiRequest | undefined): number {
    const { bucket } = this
    if (bucket === undefined) return 0
    const { buckets } = this.state
    const names = request ? [keptBucket(buckets, bucketOf(bucket, request))] : Object.keys(buckets)
    return Math.max(0, ...names.map((name) => takeToken(bucket, buckets[name], atMs).waitMs))
  }

  /** Whether its bucket would admit a request at an instant. Changes nothing. */
  letsPass(atMs: number, request?: ApiRequest): boolean {
    return this.bucket !== undefined && this.#waitMs(atMs, request) === 0
  }

  /** Description used if its fault admits a request. */
  get passing(): string {
    return `${this.#fault?.key} admits this request`
  }

  /** Whether it would fire on the next matching request at this time. Changes nothing. */
  strikesNext(atMs: number, elapsedMs: number, request?: ApiRequest): boolean {
    const { matched, fired } = this.state
    return this.isInTime(elapsedMs) && this.#holds(matched + 1, fired) && !this.letsPass(atMs, request)
  }

  /** The firing on a matching request; undefined if it would not fire. Changes nothing. */
  forecast(endpoint: Endpoint | undefined, request: ApiRequest, elapsedMs: number): Firing | undefined {
    const { atMs } = request
    if (!this.strikesNext(atMs, elapsedMs, request)) return undefined
    const { matched, fired, firstFiredAtMs } = this.state
    const firstAtMs = fired === 0 ? atMs : firstFiredAtMs
    const waitMs = this.#waitMs(atMs, request)
    return this.firing(endpoint, atMs, { call: matched + 1, firstFiredAtMs: firstAtMs, waitMs })
  }

  /** How it fires on a counted request within its window, and counts that; undefined if it does not. */
  fire(request: ApiRequest): Omit<Fired, 'index'> | undefined {
    const { state, bucket } = this
    const { atMs } = request
    if (!this.#holds(state.matched, state.fired)) return undefined
    let waitMs = 0
    if (bucket !== undefined) {
      const name = keptBucket(state.buckets, bucketOf(bucket, request))
      state.buckets[name] = takeToken(bucket, state.buckets[name], atMs)
      waitMs = state.buckets[name].waitMs
      if (waitMs === 0) return undefined
    }
    if (state.fired === 0) state.firstFiredAtMs = atMs
    state.fired++
    return { call: state.matched, firstFiredAtMs: state.firstFiredAtMs, waitMs }
  }

  #holds(call: number, fired: number): boolean {
    return obstacleIn(this.when, this.key, call, fired) === undefined
  }

  /** Whether it acts on the frames of streams. */
  get isForFrames(): boolean {
    return this.#fault !== undefined && actsOnFrames(this.#fault)
  }

  /**
   * Whether it acts on the frames of the `call`-th connection that it matched, within its window; undefined for one that is older than its
   * run, which it has not counted. Changes nothing.
   */
  selects(call: number | undefined): boolean {
    const { calls, every, times, chance } = this.when
    if (call === undefined) return [calls, every, times, chance].every((given) => given === undefined)
    const isSelected = (call: number) =>
      obstacleIn({ ...this.when, times: undefined }, this.key, call, 0) === undefined
    if (!isSelected(call)) return false
    if (times === undefined) return true
    let selected = 0
    for (let earlier = 1; earlier < call && selected < times; earlier++) if (isSelected(earlier)) selected++
    return selected < times
  }

  /** Its effect on the request. */
  firing(
    endpoint: Endpoint | undefined,
    atMs: number,
    { call, firstFiredAtMs, waitMs }: Omit<Fired, 'index'>,
  ): Firing {
    const { delay } = this.rule.fault
    const draws = (stream: number) => new Draws().at(this.key, stream, call)
    return {
      ruleId: this.id,
      fault: this.#fault,
      options: this.#options,
      delayMs: delay === undefined ? 0 : delayMs(delay, draws(RULE_STREAM.delay)),
      context: { endpoint, atMs, firstFiredAtMs, draws: draws(RULE_STREAM.fault), waitMs },
    }
  }
}
