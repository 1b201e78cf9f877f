/** JUnit XML: a suite per scenario, a case per check. */
import { type JunitCase, junitXml } from '../../formats/junit.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import { detailsInWords, isToBlame } from '../words.js'

export function toJunit({ scenarios, allowUnexercised = false }: Report): string {
  const suites = scenarios.map((scenario) => {
    const { name, checks, phases, verdict, problem } = scenario
    const className = `rehearsal.${name}`
    const cases: JunitCase[] = checks.map((check) => ({
      name: check.id,
      className,
      ...resultOf(check, scenario),
    }))
    if (problem !== undefined) {
      const isExempt = allowUnexercised && verdict === 'not exercised'
      const message = verdict === 'fail' ? problem : `${verdict}: ${problem}`
      cases.unshift({
        name: 'rehearsal',
        className,
        ...(isExempt ? { result: 'skipped', message } : { result: 'failure', message, text: message }),
      })
    }
    return { name, durationMs: phases.at(-1)?.toMs ?? 0, cases }
  })
  return junitXml('gmx-sim rehearse', suites)
}

function resultOf(
  check: CheckReport,
  scenario: ScenarioReport,
): Pick<JunitCase, 'result' | 'message' | 'text'> {
  const { verdict, because, level } = check
  if (verdict === 'not exercised' || verdict === 'not observable' || verdict === 'inconclusive')
    return { result: 'skipped', message: `${verdict}: ${because}` }
  const text = `${level}: ${because} (${detailsInWords(check)})`
  return isToBlame(check, scenario)
    ? { result: 'failure', message: because, text }
    : { result: 'pass', text: `${verdict}: ${text}` }
}
