/** Whether a scenario can be judged, and why not. */

import { type CheckGrade, JUDGED, type RunVerdict, type Struck } from './checks/define.js'
import { CHECKS } from './checks/index.js'
import { isRefusalMet, isStruck, phaseOf } from './phases.js'
import type { EventWindow, RuleWindow, Timeline } from './timeline.js'

interface Judgeable {
  /** Undefined if it passes or fails. */
  readonly outcome?: Exclude<RunVerdict, 'pass' | 'fail'>
  /** Without an outcome: it fails. */
  readonly problem?: string
}

/** A scenario is about the checks that its faults imply, and those that it states bounds for, `expected`. */
export function outcomeOf(
  timeline: Timeline,
  checks: readonly CheckGrade[],
  expected: readonly string[],
): Judgeable {
  if (timeline.isCutShort) return { outcome: 'cut short', problem: cutShortReason(timeline) }
  const problem = problemOf(timeline)
  if (problem !== undefined) return { problem }
  // A crash is a failure, whatever caused it.
  if (checks.some(isFailedMust)) return {}
  if (!isExercised(timeline)) return { outcome: 'not exercised', problem: unexercisedReason(timeline) }
  const about: readonly string[] = [...subjectOf(timeline), ...expected]
  const subject = checks.filter(({ id }) => about.includes(id))
  if (subject.length === 0 || subject.some(({ verdict }) => JUDGED.includes(verdict))) return {}
  return { outcome: 'not proven', problem: unprovenReason(timeline, subject) }
}

export function isFailedMust({ level, verdict }: CheckGrade): boolean {
  return level === 'MUST' && verdict === 'fail'
}

/** Whether a rule or market event affected anything that the client requested. */
export function isExercised(timeline: Timeline): boolean {
  if (phaseOf(timeline, 'incident') === undefined) return false
  const { requests, rules, events } = timeline
  return (
    requests.some(isStruck) ||
    rules.some((rule) => isRefusalMet(timeline, rule, requests)) ||
    events.some((event) => isEventSeen(timeline, event))
  )
}

/** Whether the client received prices of an asset after its event began. */
function isEventSeen({ requests }: Timeline, { assets, fromMs }: EventWindow): boolean {
  return requests.some(
    ({ content, endMs }) =>
      content !== null &&
      endMs !== null &&
      endMs >= fromMs &&
      (assets.length === 0 || assets.some((asset) => asset === '*' || content.prices.has(asset))),
  )
}

/** Checks that a scenario is about, by the faults that struck the client; one per kind, as there may be a million requests. */
export function subjectOf(timeline: Timeline): readonly string[] {
  const { requests, rules } = timeline
  const carried = new Set<Struck>(requests.filter(isStruck).map(({ fate }) => fate))
  const refused = rules
    .filter((rule) => rule.certificate !== undefined || isRefusalMet(timeline, rule, requests))
    .map(({ met, fault, certificate }): Struck => {
      const struck = { met, flaw: null, status: null, outcome: fault, retryAfterMs: null }
      return certificate === undefined ? struck : { ...struck, certificate }
    })
  const struck = [...carried, ...refused]
  return CHECKS.filter((check) => 'about' in check && struck.some(check.about)).map(({ id }) => id)
}

/** Why a scenario was not exercised. */
function unexercisedReason(timeline: Timeline): string {
  if (phaseOf(timeline, 'incident') === undefined) return 'the client ended before the incident began'
  if (timeline.rules.length === 0)
    return timeline.events.length === 0
      ? 'no rule or market event began before the incident ended'
      : 'the client received no prices after a market event began'
  const targets = timeline.rules.map((rule) => `rule ${rule.id} applies to ${targetOf(rule)}`)
  return `no request of the client met a fault: ${targets.join('; ')}`
}

function targetOf({ networks, bases, endpoints }: RuleWindow): string {
  const place = [networks?.join(' or ') ?? 'any network', bases?.join(' or ') ?? 'at any base'].join(' ')
  return `${endpoints?.join(' or ') ?? 'any endpoint'} of ${place}`
}

const OBSERVE =
  "Let the client print each price it acts on, such as `acted on ETH at 2041.19`, and add --observe 'acted on (?<symbol>\\w+) at (?<price>[\\d.]+)'"

/** With the step that would prove it. */
function unprovenReason({ observations }: Timeline, subject: readonly CheckGrade[]): string {
  const { id, because, verdict } = subject.find(({ verdict }) => verdict === 'not observable') ?? subject[0]
  const step = verdict === 'not observable' && observations.length === 0 ? `. ${OBSERVE}` : ''
  return `the scenario is about ${id}, which could not be judged: ${because}${step}`
}

function cutShortReason({ phases, requests }: Timeline): string {
  const phase = phases.at(-1)
  if (phase !== undefined)
    return `interrupted in the ${phase.name}, after ${Math.round(phase.toMs / 1000)} s: the checks cover what happened until then`
  return `interrupted before the first good reply${requests.length === 0 ? `: ${NO_REQUEST}` : ''}`
}

const NO_REQUEST = 'no requests received: does the program use the base addresses?'

function problemOf({ requests, phases, programs, unmatched = [] }: Timeline): string | undefined {
  const ended = programs.find(({ exitMs }) => exitMs !== null)
  if (phases.length === 0 && ended !== undefined)
    return `the program ended before its first good reply${ended.exitCode === null ? '' : `, with exit code ${ended.exitCode}`}: see its log`
  if (requests.length === 0 && unmatched.length > 0)
    return 'no request reached a base address: check the addresses that the client is configured with'
  if (requests.length === 0) return NO_REQUEST
  return phases.length === 0 ? 'no request was answered well before the incident could begin' : undefined
}
