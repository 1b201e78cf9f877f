import { escapeMarkup as escaped } from '../svg/tree.js'

export interface JunitSuite {
  readonly name: string
  readonly durationMs?: number
  readonly cases: readonly JunitCase[]
}

export interface JunitCase {
  readonly name: string
  readonly className: string
  readonly result: 'pass' | 'failure' | 'skipped'
  /** The reason of a failure or skip, in one line. */
  readonly message?: string
  /** Details of a failure, or the output of a case that passed. */
  readonly text?: string
}

export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(name)}" ${countsOf(all)}>`,
    ...suites.flatMap(({ name, durationMs, cases }) => [
      `  <testsuite name="${escaped(name)}" ${countsOf(cases)}${durationMs === undefined ? '' : ` time="${(durationMs / 1000).toFixed(3)}"`}>`,
      ...cases.map((each) => `    ${caseXml(each)}`),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function countsOf(cases: readonly JunitCase[]): string {
  const count = (wanted: JunitCase['result']) => cases.filter(({ result }) => result === wanted).length
  return `tests="${cases.length}" failures="${count('failure')}" skipped="${count('skipped')}"`
}

function caseXml({ name, className, result, message = '', text }: JunitCase): string {
  const tag = result === 'pass' ? 'system-out' : result
  const attribute = result === 'pass' ? '' : ` message="${escaped(message)}"`
  const body =
    text !== undefined
      ? `<${tag}${attribute}>${escaped(text)}</${tag}>`
      : attribute && `<${tag}${attribute}/>`
  return `<testcase name="${escaped(name)}" classname="${escaped(className)}">${body}</testcase>`
}
