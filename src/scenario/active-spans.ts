/**
 * Active times, targets and effects of a scenario's rules and events, for `explain`, rehearsals and the control API. All times are
 * virtual ms since the scenario was loaded; Infinity if open-ended.
 */

import type { OutcomeClass } from '../kit/outcome-class.js'
import { durationInWords } from '../kit/text/duration-in-words.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import { placesOf } from './current-base.js'
import { faultInWords, matchInWords, reorgInWords, triggerInWords } from './describe-rule.js'
import { faultKeyOf, outcomeClassUnder } from './effect.js'
import type { ScenarioEvent } from './events.js'
import { faultOf } from './faults/index.js'
import { ruleIdOf } from './rule-id.js'
import type { RuleState } from './run-types.js'
import type { Rule } from './schema.js'
import { percentOf } from './values.js'

export interface ActiveSpan {
  readonly fromMs: number
  readonly untilMs: number
  /** Summary of the effect: `answers 429, Retry-After 2 s`. */
  readonly what: string
}

export interface RuleSpan extends ActiveSpan {
  readonly id: string
  /** Undefined for all. */
  readonly networks: readonly NetworkName[] | undefined
  readonly bases: readonly BaseName[] | undefined
  readonly endpoints: readonly string[] | undefined
  /** Summary of the matched requests: `tickers of arbitrum primary: every 5th`. */
  readonly match: string
  /** Key of its fault; `delay` for a rule that only delays. */
  readonly fault: string
  /** Outcome for affected clients. */
  readonly met: OutcomeClass
  /** Whether it fires on some of the matching requests only. */
  readonly isPartly: boolean
  /** Whether it refuses connections, so that no request shows it. */
  readonly isRefusing: boolean
  /** The certificate that clients must reject; undefined if none is presented. */
  readonly certificate: string | undefined
}

export interface EventSpan extends ActiveSpan {
  /** Assets; `*` for all, none for the chain. */
  readonly assets: readonly string[]
  /** Consecutive parts: the move, the pause, the recovery, and the remainder. */
  readonly parts: readonly ActiveSpan[]
}

/** One for each place that a rule is about: several where its networks differ in the base in use. */
export function ruleSpansOf(rule: Rule, index: number): RuleSpan[] {
  const span = ruleSpanOf(rule, index)
  const isRelative = rule.match?.resolved !== undefined
  const what = isRelative ? `${span.what}: ${span.match}` : span.what
  return placesOf(rule.match ?? {}).map((place) => ({ ...span, ...place, what }))
}

export function ruleSpanOf(rule: Rule, index: number): RuleSpan {
  const { match = {}, when = {}, fault } = rule
  const trigger = triggerInWords(when)
  const stage = faultOf(fault)?.stage
  return {
    id: ruleIdOf(rule, index),
    networks: match.network,
    bases: match.base,
    endpoints: match.endpoint,
    fromMs: when.after ?? 0,
    untilMs: when.until ?? Number.POSITIVE_INFINITY,
    match: `${matchInWords(match)}${trigger === '' ? '' : `: ${trigger}`}`,
    what: faultInWords(fault),
    fault: faultKeyOf(fault),
    met: outcomeClassUnder(fault),
    isPartly: isPartly(rule),
    isRefusing: stage?.on === 'port',
    certificate: stage?.on === 'port' ? stage.certificate?.(fault) : undefined,
  }
}

function isPartly({ match = {}, when = {}, fault }: Rule): boolean {
  const { calls, every, times, chance } = when
  const isSome = [calls, every, times, chance, match.query, match.header, match.method].some(
    (given) => given !== undefined,
  )
  return isSome || faultOf(fault)?.bucket !== undefined
}

/** Whether a rule can no longer fire, at a time since the scenario was loaded and with its current counts. */
export function isSpent(
  { when = {} }: Rule,
  state: RuleState,
  elapsedMs: number,
  latestMs = Infinity,
): boolean {
  if (elapsedMs >= (when.until ?? latestMs)) return true
  const most = mostCallsOf(when)
  return most !== undefined && state[most.of] >= most.count
}

/** The number of calls that ends a rule; undefined if none does. */
export function mostCallsOf({
  calls,
  times,
}: NonNullable<Rule['when']>): { readonly of: 'matched' | 'fired'; readonly count: number } | undefined {
  if (calls !== undefined && calls.last < Number.POSITIVE_INFINITY)
    return { of: 'matched', count: calls.last }
  return times === undefined ? undefined : { of: 'fired', count: times }
}

export function eventSpanOf(event: ScenarioEvent): EventSpan {
  const { asset = [], at, move, over = 0, freeze = 0, recover } = event
  const backMs = recover === undefined ? 0 : (recover.after ?? 0) + (recover.over ?? 0)
  const lasts = move !== undefined && recover === undefined
  return {
    assets: asset,
    fromMs: at,
    untilMs: lasts ? Number.POSITIVE_INFINITY : at + over + freeze + backMs,
    what: eventInWords(event),
    parts: partsOf(event),
  }
}

function eventInWords({ move, price, over = 0, freeze = 0, reorg }: ScenarioEvent): string {
  if (reorg !== undefined) return `a reorganisation of ${reorg.depth} blocks`
  const pace = over === 0 ? 'at once' : `over ${durationInWords(over)}`
  if (price !== undefined) return `to ${price} USD ${pace}`
  if (move === undefined) return `is frozen for ${durationInWords(freeze)}`
  return `${move < 0 ? '' : '+'}${percentOf(move)} ${pace}`
}

function partsOf({ at, move, price, over = 0, recover, freeze = 0, reorg }: ScenarioEvent): ActiveSpan[] {
  const part = (fromMs: number, untilMs: number, what: string): ActiveSpan => ({ fromMs, untilMs, what })
  if (reorg !== undefined) return [part(at, at, reorgInWords(reorg))]
  if (price !== undefined)
    return [part(at, at + over, `${over === 0 ? 'jumps to' : 'moves to'} ${price} USD, then moves freely`)]
  if (move === undefined) return [part(at, at + freeze, 'is frozen')]
  const movedMs = at + over
  const away = part(at, movedMs, `${verb(move, over)} to ${percentText(move)}`)
  if (recover === undefined)
    return [away, part(movedMs, Number.POSITIVE_INFINITY, `stays ${percentText(move)}`)]
  const { after = 0, to, over: backOver = 0 } = recover
  const leavesMs = movedMs + after
  const backMs = leavesMs + backOver
  return [
    away,
    ...(after === 0 ? [] : [part(movedMs, leavesMs, `stays ${percentText(move)}`)]),
    part(leavesMs, backMs, `returns ${backOver === 0 ? 'at once ' : ''}to ${percentText(to)}`),
    ...(to === 0 ? [] : [part(backMs, Number.POSITIVE_INFINITY, `stays ${percentText(to)}`)]),
  ]
}

function verb(change: number, overMs: number): string {
  return overMs === 0 ? 'jumps' : change < 0 ? 'falls' : 'rises'
}

function percentText(change: number): string {
  if (change === 0) return 'the undisturbed price'
  return `${percentOf(Math.abs(change))} ${change < 0 ? 'below' : 'above'} the undisturbed price`
}
