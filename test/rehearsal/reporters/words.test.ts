/** The reports that are text: the card, Markdown for a CI step's summary, JUnit's XML. */
import { describe, expect, test } from 'vitest'
import { withBaseline } from '../../../src/rehearsal/baseline.js'
import type { CheckReport, Report } from '../../../src/rehearsal/report.js'
import { toGithub, toJunit } from '../../../src/rehearsal/reporters/junit.js'
import { toMarkdown } from '../../../src/rehearsal/reporters/markdown.js'
import { toComparison, toText } from '../../../src/rehearsal/reporters/text.js'
import { HARMFUL, REPORT } from './sample.js'

const checks = REPORT.scenarios.flatMap(({ checks }) => checks)

describe('the text of a single scenario', () => {
  const plain = { ...REPORT, scenarios: REPORT.scenarios.slice(0, 1) }

  test.each([60, 80, 120])('fits into %i columns', (width) => {
    for (const line of toText(plain, { width }).split('\n')) expect(line.length).toBeLessThanOrEqual(width)
  })
})

test('a SHOULD that fails is a failure under --fail-on should, else skipped with its message', () => {
  const [scenario] = REPORT.scenarios
  const failing: CheckReport = {
    ...scenario.checks[3],
    verdict: 'fail',
    because: 'half of the requests were retries',
  }
  const { problem: _problem, ...rest } = scenario
  const xml = (
    failOn: Report['failOn'],
    verdict: 'pass' | 'fail',
    checks: readonly CheckReport[] = [failing],
  ) => toJunit({ ...REPORT, failOn, scenarios: [{ ...rest, score: 60, verdict, checks }] })
  expect(xml('should', 'fail')).toContain('<failure message="half of the requests were retries">')
  expect(xml('must', 'pass')).toContain(
    '<skipped message="fail, but not required: SHOULD: half of the requests',
  )
  expect(xml(50, 'pass')).toContain('<skipped message="fail, but not required')
  expect(xml(70, 'fail')).toContain('<failure message="half of the requests were retries">')
  // With a failed MUST next to it, both are.
  expect(xml('should', 'fail', [scenario.checks[0], failing])).toContain('failures="2"')
  expect(xml('must', 'fail', [scenario.checks[0], failing])).toContain('failures="1" skipped="1"')
  // Nothing failed, but the score is too low: the file must not be green.
  expect(xml(70, 'fail', [scenario.checks[1]])).toContain('<failure message="score 60 is below 70">')
})

test('Markdown: a bar in a name makes no column of its own', () => {
  const table = toMarkdown(REPORT)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  expect(table).toHaveLength(2 + REPORT.scenarios.length)
  for (const row of table) expect(row.match(/(?<!\\)\|/g)).toHaveLength(6)
})

test('GitHub: data ends no annotation', () => {
  const [scenario] = REPORT.scenarios
  const because = 'half: 50 %,\nall\r::error::mine'
  const failing: CheckReport = { ...scenario.checks[0], verdict: 'fail', because }
  const report = { ...REPORT, scenarios: [{ ...scenario, name: 'a,b', checks: [failing] }] }
  const lines = toGithub(report).trimEnd().split('\n')
  expect(lines.filter((line) => !/^::error title=[^,:]+::/.test(line))).toEqual([])
  expect(lines.at(-1)).toContain('half: 50 %25,%0Aall%0D::error::mine')
  expect(toGithub({ ...REPORT, scenarios: [] })).toBe('')
})

test('text: no name, seed or reason is a command of a CI system', () => {
  const [scenario] = REPORT.scenarios
  const failing: CheckReport = { ...scenario.checks[0], verdict: 'fail', because: 'a\n::error::b' }
  const report = {
    ...REPORT,
    seed: 'a\n::error::b',
    scenarios: [1, 2].map((n) => ({ ...scenario, name: `::error title=${n}::c`, checks: [failing] })),
  }
  const commands = /^\s*::error/m
  for (const text of [toText(report), toComparison(withBaseline(report, REPORT))]) {
    expect(text).not.toMatch(commands)
    expect(text).toContain('?:error')
  }
})

describe('JUnit', () => {
  const xml = toJunit(REPORT)
  const counted = (pattern: RegExp) => xml.match(pattern)?.length ?? 0

  test('has a suite per scenario, a case per check and a failure per failed check', () => {
    const [, tests, failures, skipped] =
      /<testsuites name="gmx-sim rehearse" tests="(\d+)" failures="(\d+)" skipped="(\d+)">/.exec(xml) ?? []
    expect(counted(/<testsuite /g)).toBe(REPORT.scenarios.length)
    expect([tests, failures, skipped].map(Number)).toEqual([
      counted(/<testcase /g),
      counted(/<failure /g),
      counted(/<skipped /g),
    ])
    expect(counted(/<testcase /g)).toBeGreaterThanOrEqual(checks.length)
    expect(Number(failures)).toBeGreaterThan(0)
  })

  test('contains no characters that are invalid in XML', () => {
    expect(xml).not.toContain(HARMFUL)
    expect(xml).not.toMatch(/<img|<\/script/)
    expect(xml).not.toContain('\u0007')
    // What is left of a well-formed text without its tags has no sign that would begin another.
    expect(xml.replace(/<\/?[a-z-]+(?: [a-z]+="[^"<>]*")*\/?>|<\?xml[^>]*\?>/g, '')).not.toMatch(/[<>]/)
  })
})
