/** No name, sentence or output in a report steers the terminal or the editor that shows it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
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
  await writeReports([{ format, path }], (wanted) => REPORTERS[wanted](report, timelines, {}))
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('gone')
  expect(text).not.toMatch(CONTROL)
})

/** Standard output whose every write fails. */
function failingWith(code: string): void {
  const stub = vi.spyOn(process.stdout, 'write').mockImplementation((_chunk, ...more) => {
    for (const done of more) if (typeof done === 'function') done(Object.assign(new Error(code), { code }))
    return true
  })
  onTestFinished(() => stub.mockRestore())
}

test('a report that the disk has no room for is an error, once the others are written', async () => {
  failingWith('ENOSPC')
  const path = join(folder, 'after-full')
  const wanted = [
    { format: 'text', path: undefined },
    { format: 'json', path },
  ] as const
  const written = writeReports(wanted, (format) => REPORTERS[format](REPORT, TIMELINES, {}))
  await expect(written).rejects.toThrow('the report cannot be printed: the disk is full')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: 1 })
})

test('a reader that leaves early is no error', async () => {
  failingWith('EPIPE')
  await writeReports([{ format: 'text', path: undefined }], () => 'text')
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
