/** Findings of a report, worst first. */
import type { CheckReport, Report, ScenarioReport } from './report.js'

export interface RankedFinding {
  readonly index: number
  readonly scenario: ScenarioReport
  /** Undefined for a scenario that could not be judged. */
  readonly check: CheckReport | undefined
}

const LEVELS: readonly string[] = ['MUST', 'SHOULD', 'INFO']

/** Worst first: unjudged scenarios, regressions, failures before warnings, level, weight, order of the table, and how far beyond the bound. */
export function findingsIn({ scenarios, failOn }: Report): RankedFinding[] {
  return scenarios
    .flatMap((scenario, index): RankedFinding[] => {
      const bad = scenario.checks
        .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
        .map((check) => ({ index, scenario, check }))
      return scenario.problem === undefined ? bad : [{ index, scenario, check: undefined }, ...bad]
    })
    .sort((a, b) => compare(urgencyOf(a, failOn), urgencyOf(b, failOn)))
}

function urgencyOf({ check, scenario }: RankedFinding, failOn: Report['failOn']): number[] {
  // Between failures of MUST and SHOULD: it fails the run by default, but no evidence speaks against the client.
  if (check === undefined)
    return ['not exercised', 'not proven'].includes(scenario.verdict) ? [1, 0, 0.5] : [-1]
  const { verdict, level, weight, measured, good, fails, baseline } = check
  const isRegression = failOn === 'worse' && baseline?.change === 'worse'
  const excess = measured === null ? Number.MAX_VALUE : (measured - fails) / Math.abs(fails - good || 1)
  return [
    isRegression ? 0 : 1,
    verdict === 'fail' ? 0 : 1,
    LEVELS.indexOf(level),
    -weight,
    scenario.checks.indexOf(check),
    fails > good ? -excess : excess,
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at] - (b[at] ?? 0)
}
