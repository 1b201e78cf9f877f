/** Grades a timeline: checks, score and verdict. */
import { VERSION } from '../core/version.js'
import { type Check, MAX_EVIDENCE } from '../grading/checks/define.js'
import { CHECKS, type CheckId } from '../grading/checks/index.js'
import type { Timeline } from '../grading/timeline.js'
import type { Expected } from '../scenario/expect.js'
import { herdOf } from './herd.js'
import type { CheckReport, FailOn, Report, ScenarioReport, Verdict } from './report.js'
import { unknownPathsOf } from './unknown-paths.js'

export type Expectations = Readonly<Partial<Record<CheckId, Expected | undefined>>>

/** Grades one scenario, without the checks it turns off. */
export function gradeScenario(
  timeline: Timeline,
  expectations: Expectations = {},
  failOn: FailOn = 'must',
): ScenarioReport {
  const checks = CHECKS.flatMap((check) => {
    const expected = expectations[check.id]
    return expected === 'off' ? [] : [judge(check, timeline, expected)]
  })
  const { programs } = timeline
  const program = programs.find(({ exitMs }) => exitMs !== null) ?? programs.at(0)
  const problem = problemOf(timeline)
  // Nothing rehearsed earns nothing.
  const score = problem === undefined ? scoreOf(checks) : 0
  const herd = herdOf(timeline)
  const unknownPaths = unknownPathsOf(timeline)
  return {
    name: timeline.scenario,
    verdict: problem === undefined && isGoodEnough(checks, score, failOn) ? 'pass' : 'fail',
    score,
    phases: timeline.phases.map(({ name, fromMs, toMs }) => ({ name, fromMs, toMs })),
    program: {
      exitCode: program?.exitCode ?? null,
      log: program?.log ?? null,
      ...(program?.lastLines && { lastLines: program.lastLines }),
    },
    checks,
    ...(herd !== undefined && { herd }),
    ...(unknownPaths.length > 0 && { unknownPaths }),
    ...(problem !== undefined && { problem }),
  }
}

export function gradeRun(
  scenarios: readonly ScenarioReport[],
  seed: string,
  failOn: FailOn = 'must',
): Report {
  const mean = scenarios.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scenarios.length)
  const hasFailed = scenarios.some(({ checks }) => checks.some(isFailedMust))
  const score = hasFailed ? Math.min(MAX_WITH_FAILED_MUST, Math.round(mean)) : Math.round(mean)
  const isBroken = scenarios.some(({ problem }) => problem !== undefined)
  const isPassed =
    typeof failOn === 'number'
      ? score >= failOn && !isBroken
      : scenarios.every(({ verdict }) => verdict === 'pass')
  return {
    version: 1,
    gmxSim: VERSION,
    seed,
    failOn,
    verdict: isPassed ? 'pass' : 'fail',
    score,
    scenarios,
  }
}

/** The one rule behind every verdict. */
export function isGoodEnough(checks: readonly CheckReport[], score: number, failOn: FailOn): boolean {
  if (typeof failOn === 'number') return score >= failOn
  const levels = failOn === 'must' ? ['MUST'] : ['MUST', 'SHOULD']
  return !checks.some(({ level, verdict }) => verdict === 'fail' && levels.includes(level))
}

const MAX_WITH_FAILED_MUST = 49

export function judge(check: Check, timeline: Timeline, expected: Expected = {}): CheckReport {
  const { good, fails } = boundsOf(check, expected)
  const { id, level, weight, unit, says } = check
  const found = check.look(timeline)
  const facts = { id, level, weight, unit, good, fails }
  if (typeof found === 'string')
    return { ...facts, verdict: found, measured: null, because: says[found] ?? found, evidence: [] }
  const verdict = verdictOf(found.measured, good, fails, check)
  const say = verdict === 'pass' ? says.pass : verdict === 'warn' ? (says.warn ?? says.fail) : says.fail
  return {
    ...facts,
    verdict,
    measured: Number.isFinite(found.measured) ? found.measured : null,
    because: say(found),
    evidence: found.evidence.slice(0, MAX_EVIDENCE),
  }
}

/** The expected bounds, else the check's; the one that is given moves the other along if they cross. */
function boundsOf(check: Check, expected: Expected): Pick<Check, 'good' | 'fails'> {
  if (expected === 'off') return check
  const { good = check.good, fails = check.fails } = expected
  const [better, worse] = check.good > check.fails ? [Math.max, Math.min] : [Math.min, Math.max]
  return expected.good === undefined
    ? { good: better(good, fails), fails }
    : { good, fails: worse(good, fails) }
}

function verdictOf(measured: number, good: number, fails: number, check: Check): Verdict {
  const { failsAt = false } = check
  const sign = check.good > check.fails ? -1 : 1
  const [seen, goodAt, failsFrom] = [measured * sign, good * sign, fails * sign]
  if (seen <= goodAt) return 'pass'
  return seen > failsFrom || (failsAt && seen === failsFrom) ? 'fail' : 'warn'
}

/** Weighted mean over the checks that were exercised, 1 at good to 0 at fails. */
function scoreOf(checks: readonly CheckReport[]): number {
  const judged = checks.filter(({ verdict }) => JUDGED.includes(verdict))
  const weights = judged.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return 0
  const earned = judged.reduce((sum, check) => sum + check.weight * shareOf(check), 0)
  const score = Math.round((100 * earned) / weights)
  return judged.some(isFailedMust) ? Math.min(MAX_WITH_FAILED_MUST, score) : score
}

const JUDGED: readonly Verdict[] = ['pass', 'warn', 'fail']

function shareOf({ verdict, measured, good, fails }: CheckReport): number {
  if (verdict === 'pass') return 1
  if (verdict === 'fail' || measured === null) return 0
  return Math.min(1, Math.max(0, (fails - measured) / (fails - good)))
}

function isFailedMust({ level, verdict }: CheckReport): boolean {
  return level === 'MUST' && verdict === 'fail'
}

function problemOf({ requests, phases, programs, unmatched = [] }: Timeline): string | undefined {
  const ended = programs.find(({ exitMs }) => exitMs !== null)
  if (phases.length === 0 && ended !== undefined)
    return `the program ended before its first good reply${ended.exitCode === null ? '' : `, with exit code ${ended.exitCode}`}: see its log`
  if (requests.length === 0 && unmatched.length > 0)
    return 'no request reached a base address: check the addresses that the client is configured with'
  if (requests.length === 0) return 'no request came: is the program told where to ask?'
  if (phases.length === 0) return 'no request was answered well before the incident could begin'
  return undefined
}
