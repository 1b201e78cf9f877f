/** Grades a timeline: its checks, score and verdict. */

import {
  type Bounds,
  type Check,
  type CheckGrade,
  type Expected,
  type FailOn,
  type Finding,
  JUDGED,
  MAX_EVIDENCE,
  type RunVerdict,
  type Unjudged,
  verdictOf,
} from './checks/define.js'
import { CHECKS, type CheckId } from './checks/index.js'
import { isFailedMust, outcomeOf } from './outcome.js'
import type { Timeline } from './timeline.js'

export type Expectations = Readonly<Partial<Record<CheckId, Expected | undefined>>>

export interface Graded {
  readonly verdict: RunVerdict
  /** Null unless it passed or failed. */
  readonly score: number | null
  /** All checks in the order of the table, without those turned off. */
  readonly checks: readonly CheckGrade[]
  /** Why it could not be judged. */
  readonly problem?: string
  /** Option that decides every check that the end cut short. */
  readonly remedy?: string
}

/** Grades one scenario, without the checks it turns off. */
export function gradeTimeline(
  timeline: Timeline,
  expectations: Expectations = {},
  failOn: FailOn = 'must',
): Graded {
  const judged = CHECKS.flatMap((check) => {
    const expected = expectations[check.id]
    return expected === 'off' ? [] : [judge(check, timeline, expected)]
  })
  const { checks, remedy } = withRemedy(judged)
  const expected = Object.entries(expectations).flatMap(([id, bounds = 'off']) =>
    bounds === 'off' ? [] : id,
  )
  const { outcome, problem } = outcomeOf(timeline, checks, expected)
  // Without a rehearsed scenario there is no score.
  const score = outcome !== undefined ? null : problem === undefined ? scoreOf(checks) : 0
  const isPassed = problem === undefined && score !== null && isGoodEnough(checks, score, failOn)
  return {
    verdict: outcome ?? (isPassed ? 'pass' : 'fail'),
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

export const MAX_WITH_FAILED_MUST = 49

interface Judged extends CheckGrade {
  readonly coolDownS?: number
}

/** Adds the one option that decides all checks that the end cut short. */
function withRemedy(judged: readonly Judged[]): Pick<Graded, 'checks' | 'remedy'> {
  const coolDownS = Math.max(...judged.map((check) => check.coolDownS ?? 0))
  if (coolDownS === 0) return { checks: judged }
  const remedy = `--cool-down ${coolDownS}s`
  const checks = judged.map(({ coolDownS, ...check }) =>
    coolDownS === undefined ? check : { ...check, because: `${check.because}${remedyInWords(remedy)}` },
  )
  return { checks, remedy }
}

export function judge(check: Check, timeline: Timeline, expected: Expected = {}): Judged {
  const bounds = boundsOf(check, expected)
  const { id, level, weight, unit, says } = check
  const found = check.look(timeline, bounds)
  const facts = { id, level, weight, unit, ...bounds }
  const unjudged = ({ silence, because, ...more }: Unjudged): Judged => {
    const evidence = more.evidence.slice(0, MAX_EVIDENCE)
    return { ...facts, verdict: silence, measured: null, because, ...more, evidence }
  }
  if (typeof found === 'string')
    return unjudged({ silence: found, because: says[found] ?? found, evidence: [] })
  if ('silence' in found) return unjudged(found)
  const verdict = found.isHarmless ? 'pass' : verdictOf(provenValue(found, check), bounds, check)
  if (verdict !== 'fail' && found.unlessFailed !== undefined) return unjudged(found.unlessFailed)
  const say = verdict === 'pass' ? says.pass : verdict === 'warn' ? (says.warn ?? says.fail) : says.fail
  const measured = Number.isFinite(found.measured) ? found.measured : null
  const evidence = found.evidence.slice(0, MAX_EVIDENCE)
  return { ...facts, verdict, measured, because: say(found), evidence }
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
  const score = Math.round((100 * earned) / weights)
  return judged.some(isFailedMust) ? Math.min(MAX_WITH_FAILED_MUST, score) : score
}

function shareOf({ verdict, measured, good, fails }: CheckGrade): number {
  if (verdict === 'pass') return 1
  if (verdict === 'fail' || measured === null) return 0
  return Math.min(1, Math.max(0, (fails - measured) / (fails - good)))
}

/** Ends the sentence of each check that the option decides. */
export function remedyInWords(remedy: string): string {
  return `: ${remedy} would decide it`
}
