/** JUnit XML: a suite per scenario, a case per check, failures first. */
import { type JunitCase, type JunitSuite, junitXml } from '../../kit/formats/junit.js'
import { type CheckReport, isAllowed, type Report, type ScenarioReport } from '../report.js'
import {
  byUrgency,
  changeInWords,
  detailsInWords,
  isToBlame,
  scenariosByUrgency,
  unknownPathsInWords,
} from '../words.js'

export function toJunit(report: Report): string {
  return junitXml('gmx-sim rehearse', suitesOf(report))
}

/** Failures first. */
export function suitesOf(report: Report): JunitSuite[] {
  return scenariosByUrgency(report).map(([scenario]) => {
    const { name, checks, phases } = scenario
    const { failed, warned, passed, unjudged } = byUrgency(checks)
    const className = `rehearsal.${name}`
    const cases = [...failed, ...warned, ...passed, ...unjudged].map(
      (check): JunitCase => ({ name: check.id, className, ...resultOf(check, scenario, report.failOn) }),
    )
    const whole = wholeOf(scenario, report, cases)
    if (whole !== undefined) cases.unshift({ name: 'rehearsal', className, ...whole })
    return { name, durationMs: phases.at(-1)?.toMs ?? 0, cases }
  })
}

/** A failure that no check accounts for: nothing could be judged, or the score is too low. */
function wholeOf(
  { verdict, score, problem, program, unknownPaths }: ScenarioReport,
  { failOn, ...allowances }: Report,
  cases: readonly JunitCase[],
): Pick<JunitCase, 'result' | 'message' | 'text'> | undefined {
  const isExplained = verdict === 'pass' || cases.some(({ result }) => result === 'failure')
  if (problem === undefined && isExplained) return undefined
  const isLow = verdict === 'fail' && typeof failOn === 'number'
  const reason = problem ?? (isLow ? `score ${score} is below ${failOn}` : 'worse than the baseline')
  const message = verdict === 'pass' || verdict === 'fail' ? reason : `${verdict}: ${reason}`
  if (verdict === 'pass' || isAllowed(verdict, allowances)) return { result: 'skipped', message }
  const paths = unknownPaths === undefined ? [] : [`unknown paths: ${unknownPathsInWords(unknownPaths)}`]
  return { result: 'failure', message, text: [message, ...paths, ...(program.lastLines ?? [])].join('\n') }
}

const UNJUDGED: readonly CheckReport['verdict'][] = ['not exercised', 'not observable', 'inconclusive']

function resultOf(
  check: CheckReport,
  scenario: ScenarioReport,
  failOn: Report['failOn'],
): Pick<JunitCase, 'result' | 'message' | 'text'> {
  const { verdict, because, level } = check
  const change = changeInWords(check)
  if (isToBlame(check, scenario, failOn)) {
    const message = failOn === 'worse' ? `${change}: ${because}` : because
    return { result: 'failure', message, text: `${level}: ${because} (${detailsInWords(check)})` }
  }
  if (UNJUDGED.includes(verdict)) return { result: 'skipped', message: `${verdict}: ${because}` }
  const text = `${level}: ${because} (${detailsInWords(check)})`
  if (verdict === 'fail') return { result: 'skipped', message: `fail, but not required: ${text}` }
  return { result: 'pass', text: `${verdict}: ${text}` }
}
