/** Grades a timeline: checks, score and verdict. */

import { type Bounds, verdictOf } from '../grading/checks/bounds.js'
import { type Check, type Finding, MAX_EVIDENCE, type Unjudged } from '../grading/checks/define.js'
import { CHECKS, type CheckId } from '../grading/checks/index.js'
import { unmatchedIn } from '../grading/matches.js'
import type { Timeline } from '../grading/timeline.js'
import { trafficOf } from '../grading/traffic.js'
import { VERSION } from '../kit/version.js'
import type { Expected } from '../scenario/expect.js'
import { herdOf } from './herd.js'
import { lanesReportOf } from './lane-signs.js'
import { outcomeOf } from './outcome.js'
import {
  type Allowances,
  type CheckReport,
  type FailOn,
  isAllowed,
  type Report,
  type RunVerdict,
  type ScenarioReport,
} from './report.js'
import { unknownPathsOf } from './unknown-paths.js'
import { JUDGED, remedyInWords } from './words.js'

export type Expectations = Readonly<Partial<Record<CheckId, Expected | undefined>>>

/** Grades one scenario, without the checks it turns off. */
export function gradeScenario(
  timeline: Timeline,
  expectations: Expectations = {},
  failOn: FailOn = 'must',
): ScenarioReport {
  const judged = CHECKS.flatMap((check) => {
    const expected = expectations[check.id]
    return expected === 'off' ? [] : [judge(check, timeline, expected)]
  })
  const { checks, remedy } = withRemedy(judged)
  const { programs } = timeline
  const program = programs.find(({ exitMs }) => exitMs !== null) ?? programs.at(0)
  const expected = Object.entries(expectations).flatMap(([id, bounds]) =>
    bounds === undefined || bounds === 'off' ? [] : [id],
  )
  const { outcome, problem } = outcomeOf(timeline, checks, expected)
  // Without a rehearsed scenario there is no score.
  const score = outcome !== undefined ? null : problem === undefined ? scoreOf(checks) : 0
  const isPassed = problem === undefined && score !== null && isGoodEnough(checks, score, failOn)
  const herd = herdOf(timeline)
  const unknownPaths = unknownPathsOf(timeline)
  const reported = timeline.observations.length
  const traffic = trafficOf(timeline)
  const lanes = lanesReportOf(timeline)
  return {
    name: timeline.scenario,
    verdict: outcome ?? (isPassed ? 'pass' : 'fail'),
    score,
    phases: timeline.phases.map(({ name, fromMs, toMs }) => ({ name, fromMs, toMs })),
    program: {
      exitCode: program?.exitCode ?? null,
      log: program?.log ?? null,
      ...(program?.lastLines && { lastLines: program.lastLines }),
    },
    checks,
    ...(reported > 0 && { observations: { reported, unmatched: unmatchedIn(timeline) } }),
    ...(herd !== undefined && { herd }),
    ...(unknownPaths.length > 0 && { unknownPaths }),
    ...(lanes !== undefined && { lanes }),
    ...(traffic.length > 0 && { traffic }),
    ...(problem !== undefined && { problem }),
    ...(remedy !== undefined && { remedy }),
  }
}

interface RunRules extends Allowances {
  readonly failOn?: FailOn
}

export function gradeRun(
  scenarios: readonly ScenarioReport[],
  seed: string,
  { failOn = 'must', allowUnexercised = false, allowUnproven = false }: RunRules = {},
): Report {
  const scores = scenarios.flatMap(({ score }) => (score === null ? [] : [score]))
  const mean = Math.round(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length))
  const hasFailed = scenarios.some(({ score, checks }) => score !== null && checks.some(isFailedMust))
  const score = scores.length === 0 ? null : hasFailed ? Math.min(MAX_WITH_FAILED_MUST, mean) : mean
  return {
    version: 1,
    gmxSim: VERSION,
    seed,
    failOn,
    verdict: runOutcome(scenarios, score, failOn, { allowUnexercised, allowUnproven }),
    score,
    ...(allowUnexercised && { allowUnexercised }),
    ...(allowUnproven && { allowUnproven }),
    scenarios,
  }
}

/** The worst outcome; a minimum score applies to the mean. */
function runOutcome(
  scenarios: readonly ScenarioReport[],
  score: number | null,
  failOn: FailOn,
  allowances: Allowances,
): RunVerdict {
  const judged = scenarios.filter((scenario) => scenario.score !== null)
  const isGood =
    typeof failOn === 'number'
      ? judged.every(({ problem }) => problem === undefined) && (score ?? failOn) >= failOn
      : judged.every(({ verdict }) => verdict === 'pass')
  if (!isGood) return 'fail'
  const open = scenarios.filter(({ verdict }) => !isAllowed(verdict, allowances))
  return UNJUDGED.find((outcome) => open.some(({ verdict }) => verdict === outcome)) ?? 'pass'
}

/** Worst first. */
const UNJUDGED = ['cut short', 'not proven', 'not exercised'] as const satisfies readonly RunVerdict[]

/** The only rule for verdicts. */
export function isGoodEnough(checks: readonly CheckReport[], score: number, failOn: FailOn): boolean {
  if (typeof failOn === 'number') return score >= failOn
  const levels = failOn === 'must' ? ['MUST'] : ['MUST', 'SHOULD']
  return !checks.some(({ level, verdict }) => verdict === 'fail' && levels.includes(level))
}

const MAX_WITH_FAILED_MUST = 49

interface Judged extends CheckReport {
  readonly coolDownS?: number
}

/** Adds the one option that decides all checks that the end cut short. */
function withRemedy(judged: readonly Judged[]): Pick<ScenarioReport, 'checks' | 'remedy'> {
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
  const unjudged = ({ silence, because, evidence, coolDownS }: Unjudged): Judged => ({
    ...{ ...facts, verdict: silence, measured: null, because },
    evidence: evidence.slice(0, MAX_EVIDENCE),
    ...(coolDownS !== undefined && { coolDownS }),
  })
  if (typeof found === 'string')
    return unjudged({ silence: found, because: says[found] ?? found, evidence: [] })
  if ('silence' in found) return unjudged(found)
  const verdict = found.isHarmless ? 'pass' : verdictOf(provenValue(found, check), bounds, check)
  if (verdict !== 'fail' && found.unlessFailed !== undefined) return unjudged(found.unlessFailed)
  const say = verdict === 'pass' ? says.pass : verdict === 'warn' ? (says.warn ?? says.fail) : says.fail
  return {
    ...facts,
    verdict,
    measured: Number.isFinite(found.measured) ? found.measured : null,
    because: say(found),
    evidence: found.evidence.slice(0, MAX_EVIDENCE),
  }
}

/** The expected bounds, else the check's. A single expected bound moves the other if they cross. */
function boundsOf(check: Check, expected: Expected): Bounds {
  if (expected === 'off') return { good: check.good, fails: check.fails }
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
function scoreOf(checks: readonly CheckReport[]): number {
  const judged = checks.filter(({ verdict }) => JUDGED.includes(verdict))
  const weights = judged.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return 0
  const earned = judged.reduce((sum, check) => sum + check.weight * shareOf(check), 0)
  const score = Math.round((100 * earned) / weights)
  return judged.some(isFailedMust) ? Math.min(MAX_WITH_FAILED_MUST, score) : score
}

function shareOf({ verdict, measured, good, fails }: CheckReport): number {
  if (verdict === 'pass') return 1
  if (verdict === 'fail' || measured === null) return 0
  return Math.min(1, Math.max(0, (fails - measured) / (fails - good)))
}

function isFailedMust({ level, verdict }: CheckReport): boolean {
  return level === 'MUST' && verdict === 'fail'
}
