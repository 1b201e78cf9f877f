/** Grades a timeline: its checks, score and verdict, and whether and why it cannot be judged. */

import {
  type Bounds,
  type Check,
  type CheckGrade,
  type Expected,
  type FailOn,
  type Finding,
  JUDGED,
  MAX_EVIDENCE,
  type Needed,
  type RunVerdict,
  type Struck,
  type Unjudged,
  verdictOf,
} from './checks/define.js'
import { CHECKS, type CheckId } from './checks/index.js'
import { clientsViewOf, unprovenOrders } from './clients-view.js'
import { isRefusalMet, phaseOf } from './phases.js'
import { usualRemedyOf } from './remedies.js'
import { type EventWindow, isStruck, type RuleWindow, type Timeline } from './timeline.js'

export type Expectations = Readonly<Partial<Record<CheckId, Expected | undefined>>>

export type Graded = ReturnType<typeof gradeTimeline>

/** Grades one scenario, without the checks it turns off. */
export function gradeTimeline(recorded: Timeline, expectations: Expectations = {}, failOn: FailOn = 'must') {
  const timeline = clientsViewOf(recorded)
  const judged = CHECKS.flatMap((check) => {
    const expected = expectations[check.id]
    return expected === 'off' ? [] : [judge(check, timeline, expected)]
  })
  const { checks, remedy } = withRemedy(judged)
  const expected = Object.entries(expectations).flatMap(([id, bounds = 'off']) =>
    bounds === 'off' ? [] : id,
  )
  const { outcome, problem } = outcomeOf(recorded, checks, expected)
  // Without a rehearsed scenario there is no score.
  const score = outcome !== undefined ? null : problem === undefined ? scoreOf(checks) : 0
  const isPassed = problem === undefined && score !== null && isGoodEnough(checks, score, failOn)
  const verdict: RunVerdict = outcome ?? (isPassed ? 'pass' : 'fail')
  return {
    verdict,
    score,
    checks,
    ...(problem !== undefined && { problem }),
    ...(remedy !== undefined && { remedy }),
  }
}

/** The only rule for verdicts. */
function isGoodEnough(checks: readonly CheckGrade[], score: number, failOn: FailOn): boolean {
  if (typeof failOn === 'number') return score >= failOn
  const levels = failOn === 'must' ? ['MUST'] : ['MUST', 'SHOULD']
  return !checks.some(({ level, verdict }) => verdict === 'fail' && levels.includes(level))
}

interface Judged extends CheckGrade {
  readonly needs?: Needed
}

/** Adds the options that decide all checks that the end cut short. */
function withRemedy(judged: readonly Judged[]): { checks: readonly CheckGrade[]; remedy?: string } {
  const longest = new Map<string, number>()
  for (const { needs } of judged)
    if (needs !== undefined)
      longest.set(needs.option, Math.max(needs.seconds, longest.get(needs.option) ?? 0))
  if (longest.size === 0) return { checks: judged }
  const remedy = Array.from(longest, ([option, seconds]) => `${option} ${seconds}s`).join(' ')
  const checks = judged.map(({ needs, ...check }) => {
    if (needs === undefined) return check
    const decisive = `${needs.option} ${longest.get(needs.option)}s`
    return { ...check, because: `${check.because}${remedyInWords(decisive)}` }
  })
  return { checks, remedy }
}

export function judge(check: Check, recorded: Timeline, expected: Expected = {}): Judged {
  const timeline = clientsViewOf(recorded)
  const bounds = boundsOf(check, expected)
  const { id, level, weight, unit, says } = check
  const found = check.look(timeline, bounds)
  const facts = { id, level, weight, unit, ...bounds }
  const unjudged = ({ silence, because, ...more }: Unjudged): Judged => {
    return { ...facts, verdict: silence, measured: null, because, ...more, evidence: numbersOf(more) }
  }
  if (typeof found === 'string')
    return unjudged({ silence: found, because: says[found] ?? found, evidence: [] })
  if ('silence' in found) return unjudged(found)
  const verdict = found.verdict ?? verdictOf(provenValue(found, check), bounds, check)
  if (verdict !== 'fail' && found.unlessFailed !== undefined) return unjudged(found.unlessFailed)
  const say = verdict === 'pass' ? says.pass : says.fail
  const measured = Number.isFinite(found.measured) ? found.measured : null
  const graver = verdict === 'fail' && found.level !== undefined && { level: found.level, weight: 2 * weight }
  const remedy = verdict === 'pass' ? undefined : (found.remedy ?? usualRemedyOf(check.id))
  const [because, evidence] = [say(found), numbersOf(found)]
  return { ...facts, ...graver, verdict, measured, because, evidence, ...(remedy && { remedy }) }
}

function numbersOf({ evidence }: Pick<Finding, 'evidence'>): number[] {
  return evidence.slice(0, MAX_EVIDENCE).flatMap((request) => request?.n ?? [])
}

/** The expected bounds, else the check's. A single expected bound moves the other if they cross. */
function boundsOf(check: Check, expected: Expected): Bounds {
  if (expected === 'on' || expected === 'off') return { good: check.good, fails: check.fails }
  const { good = check.good, fails = check.fails } = expected
  const [better, worse] = check.good > check.fails ? [Math.max, Math.min] : [Math.min, Math.max]
  return expected.good === undefined
    ? { good: better(good, fails), fails }
    : { good, fails: worse(good, fails) }
}

/** The end of the interval that is nearest to good: a bound within the interval is not proven to be exceeded. */
function provenValue({ measured, interval }: Finding, { good, fails }: Check): number {
  if (interval === undefined) return measured
  const [low, high] = interval
  return good > fails ? high : low
}

/** Weighted mean over the checks that were exercised, 1 at good to 0 at fails. */
function scoreOf(checks: readonly CheckGrade[]): number {
  const judged = checks.filter(({ verdict }) => JUDGED.includes(verdict))
  const weights = judged.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return 0
  const earned = judged.reduce((sum, check) => sum + check.weight * shareOf(check), 0)
  return Math.round((100 * earned) / weights)
}

function shareOf({ verdict, measured, good, fails }: CheckGrade): number {
  if (verdict === 'pass') return 1
  if (verdict === 'fail' || measured === null) return 0
  return Math.min(1, Math.max(0, (fails - measured) / (fails - good)))
}

/** Ends the sentence of each check that the option decides. */
function remedyInWords(remedy: string): string {
  return `: ${remedy} would decide it`
}

/** A scenario is about the checks that its faults imply, and those that it states bounds for, `expected`. */
function outcomeOf(recorded: Timeline, checks: readonly CheckGrade[], expected: readonly string[]) {
  const timeline = clientsViewOf(recorded)
  if (timeline.isCutShort) return { outcome: 'cut short' as const, problem: cutShortReason(timeline) }
  const problem = problemOf(timeline)
  if (problem !== undefined) return { problem }
  // A crash is a failure, whatever caused it.
  if (checks.some(isFailedMust)) return {}
  if (!isExercised(timeline))
    return { outcome: 'not exercised' as const, problem: unexercisedReason(timeline) }
  const unproven = subjectOf({ ...recorded, requests: unprovenOrders(recorded) })
  const about: readonly string[] = [...subjectOf(timeline), ...unproven, ...expected]
  const subject = checks.filter(({ id }) => about.includes(id))
  const isOpen = ({ level, verdict }: CheckGrade) =>
    level === 'MUST' && (verdict === 'inconclusive' || verdict === 'not observable')
  const open = subject.filter(isOpen)
  const isJudged = subject.length === 0 || subject.some(({ verdict }) => JUDGED.includes(verdict))
  if (open.length === 0 && isJudged) return {}
  return {
    outcome: 'not proven' as const,
    problem: unprovenReason(timeline, open.length > 0 ? open : subject),
  }
}

function isFailedMust({ level, verdict }: CheckGrade): boolean {
  return level === 'MUST' && verdict === 'fail'
}

/** Whether a rule or market event affected anything that the client requested. */
export function isExercised(timeline: Timeline): boolean {
  if (phaseOf(timeline, 'incident') === undefined) return false
  const { requests, rules, events, streams = [] } = timeline
  return (
    requests.some(isStruck) ||
    streams.some(({ faults }) => faults.length > 0) ||
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
  const { requests, rules, streams = [] } = timeline
  const struckStreams = streams.flatMap(({ faults }) => faults)
  const carried = new Set<Struck>([...requests.filter(isStruck), ...struckStreams].map(({ fate }) => fate))
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
  const { id, because, verdict } = subject.find(({ verdict }) => verdict === 'not observable') ?? subject[0]!
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
