/** CI systems: JUnit XML with a suite per scenario and a case per check, and annotations of GitHub Actions. */
import { JUDGED } from '../../grading/checks/define.js'
import { type JunitCase, type JunitSuite, junitXml } from '../../kit/formats/junit.js'
import { annotation } from '../../kit/formats/workflow.js'
import { headOf } from '../head.js'
import { type CheckReport, isAllowed, type Report, type ScenarioReport } from '../report.js'
import { summaryOf } from '../summary.js'
import { evidenceLines } from '../summary-words.js'
import * as words from '../words.js'

export function toJunit(report: Report): string {
  return junitXml('gmx-sim rehearse', suitesOf(report))
}

/** Failures first. */
function suitesOf(report: Report): JunitSuite[] {
  return words.scenariosByUrgency(report).map(([scenario]) => {
    const { name, checks, phases } = scenario
    const { failed, warned, passed, unjudged } = words.byUrgency(checks)
    const className = `rehearsal.${name}`
    const cases = [...failed, ...warned, ...passed, ...unjudged].map(
      (check): JunitCase => ({ name: check.id, className, ...resultOf(check, scenario, report.failOn) }),
    )
    const whole = wholeOf(scenario, report, cases)
    if (whole !== undefined) cases.unshift({ name: 'rehearsal', className, ...whole })
    return { name, durationMs: phases.at(-1)?.toMs ?? 0, cases }
  })
}

type JunitResult = Pick<JunitCase, 'result' | 'message' | 'text'>

/** A failure that no check accounts for: nothing could be judged, or the score is too low. */
function wholeOf(
  { verdict, score, problem, program, unknownPaths }: ScenarioReport,
  { failOn, ...allowances }: Report,
  cases: readonly JunitCase[],
): JunitResult | undefined {
  const isExplained = verdict === 'pass' || cases.some(({ result }) => result === 'failure')
  if (problem === undefined && isExplained) return undefined
  const isLow = verdict === 'fail' && typeof failOn === 'number'
  const reason = problem ?? (isLow ? `score ${score} is below ${failOn}` : 'worse than the baseline')
  const message = verdict === 'pass' || verdict === 'fail' ? reason : `${verdict}: ${reason}`
  if (verdict === 'pass' || isAllowed(verdict, allowances)) return { result: 'skipped', message }
  const paths =
    unknownPaths === undefined ? [] : [`unknown paths: ${words.unknownPathsInWords(unknownPaths)}`]
  return { result: 'failure', message, text: [message, ...paths, ...(program.lastLines ?? [])].join('\n') }
}

function resultOf(check: CheckReport, scenario: ScenarioReport, failOn: Report['failOn']): JunitResult {
  const { verdict, because, level } = check
  const text = `${level}: ${because} (${words.detailsInWords(check)})`
  if (words.isToBlame(check, scenario, failOn)) {
    const message = failOn === 'worse' ? `${words.changeInWords(check)}: ${because}` : because
    return { result: 'failure', message, text }
  }
  if (!JUDGED.includes(verdict)) return { result: 'skipped', message: `${verdict}: ${because}` }
  if (verdict === 'fail') return { result: 'skipped', message: `fail, but not required: ${text}` }
  return { result: 'pass', text: `${verdict}: ${text}` }
}

/** Annotations of GitHub Actions: the head, and one per change and per verdict without a judgement. */
export function toGithub(report: Report): string {
  const { scenarios, verdict, failOn } = report
  if (scenarios.length === 0) return ''
  const { title, consequence, changes } = headOf(report, [])
  const { unjudged } = summaryOf(report)
  const lines = [
    annotation(verdict === 'pass' ? 'notice' : 'error', title, consequence),
    ...unjudged.map(({ verdict, names, problem }) => {
      const isGood = verdict === 'pass' || isAllowed(verdict, report)
      return annotation(isGood ? 'notice' : 'error', `${verdict}: ${names.join(', ')}`, problem)
    }),
    ...changes.map((change) => {
      const { level, sentence, findings } = change
      const isToBlame = findings.some(({ check, scenario }) => words.isToBlame(check, scenario, failOn))
      return annotation(
        isToBlame ? 'error' : 'warning',
        `${level}: ${sentence}`,
        evidenceLines(change).join('\n'),
      )
    }),
  ]
  return lines.join('')
}
