/** No name, sentence or output in a report steers the terminal or the editor that shows it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeReports } from '../../../src/entrypoints/cli/reports.js'
import { matchers } from '../../../src/entrypoints/testing/matchers.js'
import { safeJson, safeText } from '../../../src/kit/text/terminal.js'
import type { Report } from '../../../src/rehearsal/report.js'
import { FORMATS, REPORTERS } from '../../../src/rehearsal/reporters/index.js'
import { toText } from '../../../src/rehearsal/reporters/text.js'
import { REPORT, TIMELINES } from '../../rehearsal/reporters/sample.js'
import { newFolder } from '../../support/folder.js'

const folder = newFolder()

const HOSTILE = 'gone\u001b[2J\u001b]0;owned\u0007\u009b2J \u202e0.1\r'
const CONTROL = /[^\P{Cc}\t\n]|\p{Cf}/u

const [first, ...others] = REPORT.scenarios
const report: Report = {
  ...REPORT,
  scenarios: [
    {
      ...first,
      name: HOSTILE,
      problem: HOSTILE,
      program: { ...first.program, exitCode: 1, lastLines: [HOSTILE] },
    },
    ...others,
  ],
}
const timelines = TIMELINES.map((timeline) => ({ ...timeline, scenario: HOSTILE, text: HOSTILE }))

test.each(FORMATS)('%s has no control character', async (format) => {
  const path = join(folder, format)
  await writeReports([{ format, path }], (wanted) => REPORTERS[wanted].write(report, timelines, {}))
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('gone')
  expect(text).not.toMatch(CONTROL)
})

test('neither has the summary that a matcher prints; colours of the text stay', () => {
  expect(matchers.toPassRehearsal(report).message()).not.toMatch(CONTROL)
  const coloured = safeText(toText(report, { colours: true }), true)
  expect(coloured).toContain('\u001b[31mFAIL\u001b[0m')
  for (const piece of coloured.split('\u001b')) expect(piece.replace(/^\[\d+m/, '')).not.toMatch(CONTROL)
  for (const piece of coloured.split('\u001b').slice(1)) expect(piece).toMatch(/^\[\d+m/)
})

test('JSON keeps the values', () => {
  const value = { name: `${HOSTILE}\u{e0001}` }
  expect(JSON.parse(safeJson(value))).toEqual(value)
  expect(safeJson(value)).not.toMatch(CONTROL)
  expect(safeText('a\tb\nc\u0085')).toBe('a\tb\nc?')
})
