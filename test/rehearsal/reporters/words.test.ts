/** The reports that are text: the card, Markdown for a CI step's summary, JUnit's XML. */
import { describe, expect, test } from 'vitest'
import { matchers } from '../../../src/entrypoints/testing/matchers.js'
import { withBaseline } from '../../../src/rehearsal/baseline.js'
import type { CheckReport, Report } from '../../../src/rehearsal/report.js'
import { writeHtml } from '../../../src/rehearsal/reporters/html.js'
import { toGithub, toJunit } from '../../../src/rehearsal/reporters/junit.js'
import { toMarkdown } from '../../../src/rehearsal/reporters/markdown.js'
import { toComparison, toShortText, toText } from '../../../src/rehearsal/reporters/text.js'
import { boundsInWords, valueInWords } from '../../../src/rehearsal/words.js'
import { HARMFUL, REPORT } from './sample.js'

const checks = REPORT.scenarios.flatMap(({ checks }) => checks)

describe('the card', () => {
  const plain = { ...REPORT, scenarios: REPORT.scenarios.slice(0, 1) }

  test.each([60, 80, 120])('fits into %i columns', (width) => {
    for (const line of toText(plain, { width }).split('\n')) expect(line.length).toBeLessThanOrEqual(width)
  })

  test('prints the measurement of each check, and bounds and evidence of a failed one', () => {
    const text = toText(plain, { width: 120 }).replace(/\s+/g, ' ')
    for (const check of plain.scenarios[0].checks) expect(text, check.id).toContain(check.id)
    for (const check of plain.scenarios[0].checks.filter(({ verdict }) => verdict === 'fail')) {
      expect(text).toContain(check.because)
      expect(text).toContain(boundsInWords(check))
    }
  })

  test('says of an inconclusive check what would decide it', () => {
    const [scenario] = plain.scenarios
    const remedy = '--cool-down 308s'
    const because = `the primary had not served again: ${remedy} would decide it`
    const undecided = (id: string) =>
      ({ ...scenario.checks[0], id, verdict: 'inconclusive', measured: null, because }) as const
    const checks = [undecided('a'), undecided('b')]
    const text = toText({ ...plain, scenarios: [{ ...scenario, remedy, checks }] }, { width: 120 })
    expect(text.match(/^ {2}(inconclusive|--).*$/gm)).toEqual([
      '  inconclusive: a: the primary had not served again',
      '  inconclusive: b: the primary had not served again',
      '  --cool-down 308s would decide: a, b',
    ])
  })

  test('says why a value beyond its limit passes', () => {
    const [scenario] = plain.scenarios
    const because =
      'the client sent 1.00 requests per second before and 1.20 in the incident, within the counting error'
    const passed = {
      ...scenario.checks[0],
      id: 'amplification',
      verdict: 'pass',
      unit: 'ratio',
      measured: 1.2,
      good: 1.1,
      fails: 2,
      because,
    } as const
    const text = toText({ ...plain, scenarios: [{ ...scenario, checks: [passed] }] }, { width: 200 })
    expect(text.replace(/\s+/g, ' ')).toContain(`passed beyond its limit: amplification 1.2: ${because}`)
  })

  test('is coloured on request only, and says the same', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours are told.
    const COLOUR = /\u001b\[\d+m/g
    expect(toText(plain)).not.toMatch(COLOUR)
    expect(toText(plain, { colours: true })).toMatch(COLOUR)
    expect(toText(plain, { colours: true }).replace(COLOUR, '')).toBe(toText(plain))
  })
})

describe('failures come first, then warnings', () => {
  const [scenario] = REPORT.scenarios
  const good = { ...scenario, name: 'one-passes', verdict: 'pass' as const, checks: scenario.checks.slice(3) }
  const warned = {
    ...scenario,
    name: 'one-warns',
    verdict: 'pass' as const,
    checks: scenario.checks.slice(1),
  }
  const bad = { ...scenario, name: 'one-fails', checks: scenario.checks.toReversed() }
  const report = { ...REPORT, scenarios: [good, warned, bad].map(({ problem: _problem, ...rest }) => rest) }
  const html = writeHtml(report, [])
  const formats: Record<string, string> = {
    text: toText(report),
    markdown: toMarkdown(report),
    junit: toJunit(report),
    html: html.slice(html.indexOf('<main>')),
  }

  test.each(Object.keys(formats))('in %s, scenarios and checks', (format) => {
    const text = formats[format]
    const places = (words: readonly string[], from = 0) => words.map((word) => text.indexOf(word, from))
    const scenarios = places(['one-fails', 'one-warns', 'one-passes'])
    expect(scenarios).toEqual(scenarios.toSorted((a, b) => a - b))
    expect(scenarios).not.toContain(-1)
    const from = text.indexOf(format === 'html' ? '<section' : 'one-fails')
    const ids = ['retry-after', 'notices-stale', 'retry-ratio', 'no-blind-retry']
    const shown = places(format === 'html' ? ids.map((id) => `-${id}"`) : ids, from)
    const first = format === 'markdown' ? text.indexOf('### one-fails') : from
    const checks = format === 'markdown' ? places(ids, first) : shown
    expect(checks).toEqual(checks.toSorted((a, b) => a - b))
    expect(checks).not.toContain(-1)
  })

  test('the card lists what passed in a few words', () => {
    expect(toText(report)).toContain('\n  passed: retry-ratio 0.05\n')
  })

  test('the matcher prints the card of the first failing scenario and a line for each other', () => {
    const text = toShortText(report)
    expect(text.match(/199 requests came/g)).toHaveLength(1)
    expect(text.startsWith('one-fails  FAIL')).toBe(true)
    expect(text).toMatch(/^PASS +49 {2}one-warns$/m)
    expect(text).toMatch(/^PASS +49 {2}one-passes$/m)
    expect(matchers.toPassRehearsal(report).message()).toContain(text)
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

test('Markdown: data is escaped', () => {
  const text = toMarkdown(REPORT)
  expect(text).toMatch(/^## Rehearsal: fail, score 49 of 100, /)
  expect(text.replace(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)<(script|img|\/script)/)
  const table = text.split('\n').filter((line) => line.startsWith('|'))
  // A bar in a name would make a column of its own.
  for (const row of table) expect(row.match(/(?<!\\)\|/g)).toHaveLength(7)
})

test('GitHub: an error per failure of JUnit, which data cannot end', () => {
  const [scenario] = REPORT.scenarios
  const because = 'half: 50 %,\nall\r::error::mine'
  const failing: CheckReport = { ...scenario.checks[0], verdict: 'fail', because }
  const report = { ...REPORT, scenarios: [{ ...scenario, name: 'a,b', checks: [failing] }] }
  const lines = toGithub(report).split('\n')
  expect(lines).toContain(`::error title=a%2Cb%3A ${failing.id}::half: 50 %25,%0Aall%0D::error::mine`)
  expect(lines[0]).toMatch(/^::error title=Rehearsal%3A fail%2C score \d+ of 100%2C .*::a,b: /)
  expect(lines).toHaveLength((toJunit(report).match(/<failure /g)?.length ?? 0) + 2)
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
  for (const text of [toText(report), toShortText(report), toComparison(withBaseline(report, REPORT))]) {
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

test('values as a person says them', () => {
  const said = [
    valueInWords(12_300, 'ms'),
    valueInWords(null, 'ms'),
    valueInWords(1, 'requests'),
    valueInWords(3, 'attempts'),
    valueInWords(0.456, 'ratio'),
    valueInWords(2.5, 'changes/min'),
    valueInWords(0, 'yes/no'),
    boundsInWords({ good: 0, fails: 1, unit: 'requests' }),
    boundsInWords({ good: 3, fails: 5, unit: 'attempts' }),
    boundsInWords({ good: 0.5, fails: 0.1, unit: 'slope' }),
  ]
  expect(said).toEqual([
    '12.3 s',
    'no answer',
    '1 request',
    '3 attempts',
    '0.46',
    '2.5/min',
    'no',
    'good up to 0 requests, fails from 1 request',
    'good up to 3 attempts, fails beyond 5 attempts',
    'good from 0.5, fails below 0.1',
  ])
})
