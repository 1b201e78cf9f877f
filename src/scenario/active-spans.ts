/**
 * Active times, targets and effects of a scenario's rules and events, and the end of its incident, for `explain`, rehearsals and the
 * control API. All times are virtual ms since the scenario was loaded.
 */

import { stream } from '../api/endpoints/stream.js'
import type { EventWindow, RuleWindow } from '../grading/timeline.js'
import { durationInWords } from '../kit/text/duration.js'
import { faultInWords, matchInWords, reorgInWords, triggerInWords } from './describe-rule.js'
import { faultKeyOf, outcomeClassUnder } from './effect.js'
import type { ScenarioEvent } from './events.js'
import { faultOf } from './faults/index.js'
import { placesOf } from './match.js'
import type { RuleState } from './running-rule.js'
import type { Rule, Scenario } from './schema.js'
import { percentOf } from './values.js'

export interface ActiveSpan {
  readonly fromMs: number
  /** Null if it does not end. */
  readonly untilMs: number | null
  /** Summary of the effect: `answers 429, Retry-After 2 s`. */
  readonly what: string
}

export interface RuleSpan extends RuleWindow {
  /** Summary of the matched requests: `tickers of arbitrum primary: every 5th`. */
  readonly match: string
}

export interface EventSpan extends ActiveSpan {
  /** Assets; `*` for all, none for the chain. */
  readonly assets: readonly string[]
  /** Consecutive parts: the move, the pause, the recovery, and the remainder. */
  readonly parts: readonly ActiveSpan[]
}

/** One for each place that a rule is about: several where its networks differ in the base in use. */
export function ruleSpansOf(rule: Rule): RuleSpan[] {
  const span = ruleSpanOf(rule)
  const isRelative = rule.match?.resolved !== undefined
  const what = isRelative ? `${span.what}: ${span.match}` : span.what
  return placesOf(rule.match ?? {}).map((place) => ({ ...span, ...place, what }))
}

export function ruleSpanOf(rule: Rule): RuleSpan {
  const { id, match = {}, when = {}, fault } = rule
  const trigger = triggerInWords(when)
  const { stage, bucket } = faultOf(fault) ?? {}
  const certificate = stage?.on === 'port' ? stage.certificate?.(fault) : undefined
  const { network, base, endpoint, method, query, header } = match
  const isSome = trigger !== '' || (method ?? query ?? header) !== undefined
  return {
    id,
    ...placesOf({ network, base })[0],
    ...(stage?.on === 'stream' ? { endpoints: [stream.id] } : endpoint && { endpoints: endpoint }),
    fromMs: when.after ?? 0,
    untilMs: when.until ?? null,
    match: `${matchInWords(match)}${trigger === '' ? '' : `: ${trigger}`}`,
    what: faultInWords(rule),
    fault: faultKeyOf(fault),
    met: outcomeClassUnder(rule),
    isPartly: isSome || bucket !== undefined,
    isRefusing: stage?.on === 'port',
    ...(certificate !== undefined && { certificate }),
  }
}

/** The number of calls that ends a rule; undefined if none does. */
function mostCallsOf({ when: { calls, times } = {} }: Rule) {
  if (calls !== undefined && calls.last < Number.POSITIVE_INFINITY)
    return { of: 'matched', count: calls.last } as const
  return times === undefined ? undefined : ({ of: 'fired', count: times } as const)
}

export function eventSpanOf(event: ScenarioEvent): EventSpan {
  const { asset = [], at, move, over = 0, freeze = 0, recover } = event
  const backMs = recover === undefined ? 0 : (recover.after ?? 0) + (recover.over ?? 0)
  const lasts = move !== undefined && recover === undefined
  return {
    assets: asset,
    fromMs: at,
    untilMs: lasts ? null : at + over + freeze + backMs,
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
  const part = (fromMs: number, untilMs: number | null, what: string) => ({ fromMs, untilMs, what })
  if (reorg !== undefined) return [part(at, at, reorgInWords(reorg))]
  if (price !== undefined)
    return [part(at, at + over, `${over === 0 ? 'jumps to' : 'moves to'} ${price} USD, then moves freely`)]
  if (move === undefined) return [part(at, at + freeze, 'is frozen')]
  const movedMs = at + over
  const away = part(at, movedMs, `${verb(move, over)} to ${percentText(move)}`)
  if (recover === undefined) return [away, part(movedMs, null, `stays ${percentText(move)}`)]
  const { after = 0, to, over: backOver = 0 } = recover
  const leavesMs = movedMs + after
  const backMs = leavesMs + backOver
  return [
    away,
    ...(after === 0 ? [] : [part(movedMs, leavesMs, `stays ${percentText(move)}`)]),
    part(leavesMs, backMs, `returns ${backOver === 0 ? 'at once ' : ''}to ${percentText(to)}`),
    ...(to === 0 ? [] : [part(backMs, null, `stays ${percentText(to)}`)]),
  ]
}

function verb(change: number, overMs: number): string {
  return overMs === 0 ? 'jumps' : change < 0 ? 'falls' : 'rises'
}

function percentText(change: number): string {
  if (change === 0) return 'the undisturbed price'
  return `${percentOf(Math.abs(change))} ${change < 0 ? 'below' : 'above'} the undisturbed price`
}

/** `loadedMs` is the load time of the scenario on the timeline. */
export function ruleWindowsOf({ rules = [] }: Scenario, loadedMs: number): RuleWindow[] {
  return rules
    .flatMap(ruleSpansOf)
    .map(({ match: _, ...span }) => ({ ...span, ...onTimeLine(span, loadedMs) }))
}

export function eventWindowsOf({ events = [] }: Scenario, loadedMs: number): EventWindow[] {
  return events.map((event) => {
    const { assets, what, ...span } = eventSpanOf(event)
    return { assets, ...onTimeLine(span, loadedMs), what }
  })
}

function onTimeLine({ fromMs, untilMs }: Pick<ActiveSpan, 'fromMs' | 'untilMs'>, loadedMs: number) {
  return {
    fromMs: loadedMs + fromMs,
    untilMs: untilMs === null ? null : loadedMs + untilMs,
  }
}

/** Ends all rules at `incidentMs`; events go on. */
export function endedAfter(scenario: Scenario, incidentMs: number): Scenario {
  const rules = (scenario.rules ?? []).flatMap((rule) => {
    const { after = 0, until = Number.POSITIVE_INFINITY } = rule.when ?? {}
    if (after >= incidentMs) return []
    const when = { ...rule.when, until: Math.min(until, incidentMs) }
    return [{ ...rule, when }]
  })
  return { ...scenario, rules }
}

export function endlessRulesOf({ rules = [] }: Scenario): string[] {
  return rules
    .filter((rule) => rule.when?.until === undefined && mostCallsOf(rule) === undefined)
    .map(({ id }) => id)
}

/** Limit for rules that end after a number of calls, which may never be made. */
const MAX_COUNTED_MS = 60_000

/** Whether all rules have ended `elapsedMs` after the scenario was loaded. */
export function isIncidentOver(
  { rules = [] }: Scenario,
  states: readonly RuleState[],
  elapsedMs: number,
): boolean {
  return rules.every((rule, index) => {
    const most = mostCallsOf(rule)
    const isSpent = most !== undefined && states[index]![most.of] >= most.count
    return isSpent || elapsedMs >= (rule.when?.until ?? MAX_COUNTED_MS)
  })
}

/** Latest end of the incident, in ms after the scenario was loaded. */
export function latestEndMs({ rules = [] }: Scenario): number {
  return Math.max(0, ...rules.map(({ when }) => when?.until ?? MAX_COUNTED_MS))
}
