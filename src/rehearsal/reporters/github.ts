/** Workflow commands of GitHub Actions: an error annotation per failure. */
import { headOf } from '../head.js'
import type { Report } from '../report.js'
import { suitesOf } from './junit.js'

export function toGithub(report: Report): string {
  const lines = suitesOf(report).flatMap(({ name: scenario, cases }) =>
    cases
      .filter(({ result }) => result === 'failure')
      .map(
        ({ name, message = '' }) => `::error title=${property(`${scenario}: ${name}`)}::${data(message)}\n`,
      ),
  )
  if (report.scenarios.length === 0) return ''
  const { title, consequence } = headOf(report, [])
  const level = report.verdict === 'pass' ? 'notice' : 'error'
  return [`::${level} title=${property(title)}::${data(consequence)}\n`, ...lines].join('')
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
