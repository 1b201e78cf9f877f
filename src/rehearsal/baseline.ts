/** Compares a report with an earlier one, check by check. */
import { durationInWords } from '../kit/text/duration.js'
import {
  type Allowances,
  type CheckReport,
  isAllowed,
  type Report,
  type ScenarioReport,
  type Verdict,
  type VerdictChange,
} from './report.js'
import { isNotJudged } from './words.js'

/** Marks every check that the baseline has, too. */
export function withBaseline(report: Report, earlier: Report): Report {
  const scenarios = report.scenarios.map((scenario) => scenarioWithBaseline(scenario, earlier, report))
  const changes = scenarios.flatMap(({ checks }) => checks.map(({ baseline }) => baseline?.change))
  const count = (wanted: VerdictChange) => changes.filter((change) => change === wanted).length
  const names = new Set(scenarios.map(({ name }) => name))
  const unmarked = new Set(scenarios.flatMap(({ name, baseline }) => (baseline === undefined ? name : [])))
  const before = earlier.scenarios.map(({ name }) => name)
  const { gmxSim, seed, verdict, score } = earlier
  const baseline: Report['baseline'] = {
    gmxSim,
    seed,
    verdict,
    score,
    better: count('better'),
    worse: count('worse'),
    equal: count('equal'),
    notJudged: scenarios.flatMap(({ checks }) => checks.filter(isNotJudged)).length,
    missing: before.filter((name) => !names.has(name)),
    notCompared: before.filter((name) => unmarked.has(name)),
  }
  return { ...report, scenarios, baseline }
}

/** Replaces the verdicts: fail where a scenario became worse, else pass unless it was not judged. */
export function judgedByBaseline(report: Report): Report {
  const scenarios = report.scenarios.map(scenarioJudgedByBaseline)
  const isCutShort = scenarios.some(({ verdict }) => verdict === 'cut short')
  const verdict = hasRegressions(report) ? 'fail' : isCutShort ? 'cut short' : 'pass'
  return { ...report, failOn: 'worse', verdict, scenarios }
}

export function scenarioJudgedByBaseline(scenario: ScenarioReport): ScenarioReport {
  const verdict = scenario.verdict === 'fail' ? 'pass' : scenario.verdict
  return { ...scenario, verdict: scenario.baseline?.change === 'worse' ? 'fail' : verdict }
}

export function hasRegressions({ scenarios }: Report): boolean {
  return scenarios.some(({ baseline }) => baseline?.change === 'worse')
}

/** The same scenario, with marks if `earlier` has it. An interrupted one compares with nothing. */
export function scenarioWithBaseline(
  scenario: ScenarioReport,
  earlier: Report,
  allowances: Allowances = {},
): ScenarioReport {
  const isExempt = isAllowed(scenario.verdict, allowances)
  const before = earlier.scenarios.find(({ name }) => name === scenario.name)
  if (before === undefined || [before, scenario].some(({ verdict }) => verdict === 'cut short'))
    return scenario
  const checks = scenario.checks.map((check): CheckReport => {
    // With another unit, another version measured something else.
    const same = before.checks.find(({ id, unit }) => id === check.id && unit === check.unit)
    if (same === undefined) return check
    const { verdict, measured } = same
    return { ...check, baseline: { change: changeOf(same, check), verdict, measured } }
  })
  const { verdict, score } = before
  const change = scenarioChange(before, scenario, checks)
  const differs = differencesOf(before, scenario)
  const baseline: ScenarioReport['baseline'] = {
    change: isExempt && change === 'worse' ? 'equal' : change,
    verdict,
    score,
    ...(differs.length > 0 && { differs }),
  }
  return { ...scenario, checks, baseline }
}

/** Lengths of two runs differ by chance. */
const [SLACK_MS, SLACK] = [1000, 0.02]

/** Phases of another length, as with another `--incident`. Reports of other tools may lack phases. */
function differencesOf(
  { phases: before = [] }: Partial<ScenarioReport>,
  { phases }: ScenarioReport,
): string[] {
  return phases.flatMap(({ name, fromMs, toMs }) => {
    const same = before.find((phase) => phase.name === name)
    if (same === undefined) return []
    const [was, is] = [same.toMs - same.fromMs, toMs - fromMs]
    if (Math.abs(is - was) <= SLACK_MS + SLACK * Math.max(was, is)) return []
    return [`${name} ${durationInWords(was)} -> ${durationInWords(is)}`]
  })
}

/** One check that became worse makes the scenario worse. */
function scenarioChange(
  before: ScenarioReport,
  after: ScenarioReport,
  checks: readonly CheckReport[],
): VerdictChange {
  const changes = checks.map(({ baseline }) => baseline?.change)
  if (changes.includes('worse')) return 'worse'
  // A scenario that proved something and now proves nothing is a regression.
  if (isProof(before) !== isProof(after)) return isProof(after) ? 'better' : 'worse'
  return changes.includes('better') ? 'better' : 'equal'
}

function isProof({ verdict, problem }: ScenarioReport): boolean {
  return (verdict === 'pass' || verdict === 'fail') && problem === undefined
}

/** Without a rank: not judged, for reasons other than the client's silence. */
const RANKS: Readonly<Partial<Record<Verdict, number>>> = { fail: 0, 'not observable': 1, warn: 2, pass: 3 }

/** Verdicts first; within `warn` or `fail` the measured values, beyond the noise of two runs. */
export function changeOf(before: CheckReport, after: CheckReport): VerdictChange {
  const [was, is] = [RANKS[before.verdict], RANKS[after.verdict]]
  if (was === undefined) return is === 0 ? 'worse' : 'equal'
  if (is === undefined) return 'equal'
  if (was !== is) return is > was ? 'better' : 'worse'
  return is === 3 || is === 1 ? 'equal' : changeOfMeasured(before, after)
}

/** Share of the larger value, and of the distance between the bounds. */
const [NOISE, NOISE_OF_BOUNDS] = [0.2, 0.1]

function changeOfMeasured(before: CheckReport, after: CheckReport): VerdictChange {
  const { good, fails } = after
  const towardsWorse = fails > good ? 1 : -1
  // Null is never: beyond every bound.
  const sizeOf = ({ measured }: CheckReport) => measured ?? towardsWorse * Number.POSITIVE_INFINITY
  const [was, is] = [sizeOf(before), sizeOf(after)]
  if (was === is) return 'equal'
  const difference = Math.abs(is - was)
  const noise = Math.max(
    NOISE * Math.max(...[was, is].map(Math.abs).filter(Number.isFinite)),
    NOISE_OF_BOUNDS * Math.abs(fails - good),
  )
  if (difference <= noise) return 'equal'
  return (is - was) * towardsWorse > 0 ? 'worse' : 'better'
}
