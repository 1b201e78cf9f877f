/** JUnit's XML, as CI systems read it: a suite for each scenario, a case for each check. */
import { escapeMarkup as escaped } from '../../drawing/markup.js'
import type { CheckReport, Report, ScenarioReport } from '../report.js'
import { boundsInWords, evidenceInWords, isToBlame, valueInWords } from '../words.js'

export function toJunit({ scenarios }: Report): string {
  const suites = scenarios.map(suiteOf)
  const sum = (key: 'tests' | 'failures' | 'skipped') =>
    suites.reduce((total, suite) => total + suite[key], 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gmx-sim rehearse" tests="${sum('tests')}" failures="${sum('failures')}" skipped="${sum('skipped')}">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteOf(scenario: ScenarioReport) {
  const { name, checks, phases, problem } = scenario
  const cases = checks.map((check) => caseOf(check, scenario))
  if (problem !== undefined)
    cases.unshift({ kind: 'failure', xml: caseWith('rehearsal', name, element('failure', problem, problem)) })
  const failures = cases.filter(({ kind }) => kind === 'failure').length
  const skipped = cases.filter(({ kind }) => kind === 'skipped').length
  const seconds = ((phases.at(-1)?.toMs ?? 0) / 1000).toFixed(3)
  const head = `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}" time="${seconds}">`
  return {
    tests: cases.length,
    failures,
    skipped,
    xml: [head, ...cases.map(({ xml }) => xml), '  </testsuite>'].join('\n'),
  }
}

function caseOf(check: CheckReport, scenario: ScenarioReport) {
  const { id, verdict, because, measured, unit, level } = check
  if (verdict === 'not exercised' || verdict === 'not observable' || verdict === 'inconclusive')
    return { kind: 'skipped', xml: caseWith(id, scenario.name, element('skipped', `${verdict}: ${because}`)) }
  const text = `${level}: ${because} (${valueInWords(measured, unit)}; ${boundsInWords(check)}) ${evidenceInWords(check, check.evidence.length)}`
  if (isToBlame(check, scenario))
    return { kind: 'failure', xml: caseWith(id, scenario.name, element('failure', because, text.trim())) }
  return {
    kind: 'pass',
    xml: caseWith(id, scenario.name, `<system-out>${escaped(`${verdict}: ${text.trim()}`)}</system-out>`),
  }
}

function caseWith(id: string, scenario: string, body: string): string {
  return `    <testcase name="${escaped(id)}" classname="rehearsal.${escaped(scenario)}">${body}</testcase>`
}

function element(name: string, message: string, text = ''): string {
  const head = `<${name} message="${escaped(message)}"`
  return text === '' ? `${head}/>` : `${head}>${escaped(text)}</${name}>`
}
