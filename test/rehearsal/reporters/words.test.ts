/** The reports that are text: the card, Markdown for a CI step's summary, JUnit's XML. */
import { describe, expect, test } from 'vitest'
import { toJunit } from '../../../src/rehearsal/reporters/junit.js'
import { toMarkdown } from '../../../src/rehearsal/reporters/markdown.js'
import { toText } from '../../../src/rehearsal/reporters/text.js'
import { boundsInWords, valueInWords } from '../../../src/rehearsal/words.js'
import { HARMFUL, REPORT } from './sample.js'

const checks = REPORT.scenarios.flatMap(({ checks }) => checks)

describe('the card', () => {
  const plain = { ...REPORT, scenarios: REPORT.scenarios.slice(0, 1) }

  test.each([60, 80, 120])('fits into %i columns', (width) => {
    for (const line of toText(plain, { width }).split('\n')) expect(line.length).toBeLessThanOrEqual(width)
  })

  test('says of each check what was seen, and of a failed one the bounds and the evidence', () => {
    const text = toText(plain, { width: 120 }).replace(/\s+/g, ' ')
    for (const check of plain.scenarios[0].checks) expect(text, check.id).toContain(check.id)
    for (const check of plain.scenarios[0].checks.filter(({ verdict }) => verdict === 'fail')) {
      expect(text).toContain(check.because)
      expect(text).toContain(boundsInWords(check))
    }
  })

  test('is coloured on request only, and says the same', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours are told.
    const COLOUR = /\u001b\[\d+m/g
    expect(toText(plain)).not.toMatch(COLOUR)
    expect(toText(plain, { colours: true })).toMatch(COLOUR)
    expect(toText(plain, { colours: true }).replace(COLOUR, '')).toBe(toText(plain))
  })
})

test('Markdown: what comes from data is no markup', () => {
  const text = toMarkdown(REPORT)
  expect(text).toMatch(/^## Rehearsal: (pass|fail), \d+ of 100\n/)
  expect(text.replace(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)<(script|img|\/script)/)
  const table = text.split('\n').filter((line) => line.startsWith('|'))
  // A bar in a name would make a column of its own.
  for (const row of table) expect(row.match(/(?<!\\)\|/g)).toHaveLength(6)
})

describe('JUnit', () => {
  const xml = toJunit(REPORT)
  const counted = (pattern: RegExp) => xml.match(pattern)?.length ?? 0

  test('a suite for each scenario, a case for each check, failures for what is to blame', () => {
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

  test('holds nothing that is no XML', () => {
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
    'never',
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
