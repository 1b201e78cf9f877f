import { expect, test } from 'vitest'
import { type CountedModule, closingLine, skippedLines } from './support/closing-line.js'

function moduleOf(states: string[], ownErrors = 0, suiteErrors = 0): CountedModule {
  const errors = (count: number) => () => Array.from({ length: count }, () => new Error('x'))
  return {
    errors: errors(ownErrors),
    children: {
      allTests: () => states.map((state) => ({ result: () => ({ state }) })),
      allSuites: () => [{ errors: errors(suiteErrors) }],
    },
  }
}

test.each([
  ['counts over all files', [moduleOf(['passed', 'failed']), moduleOf(['skipped', 'passed'])], 0, '2, 1, 1'],
  ['a file that does not load has failed', [moduleOf(['passed']), moduleOf([], 1)], 0, '1, 1, 0'],
  ['a broken hook has failed', [moduleOf(['skipped'], 0, 1)], 0, '0, 1, 1'],
  ['a test that never ended has failed', [moduleOf(['pending'])], 0, '0, 1, 0'],
  ['a stray error has failed', [moduleOf(['passed'])], 1, '1, 1, 0'],
  ['many stray errors are one failure', [moduleOf(['passed'])], 500, '1, 1, 0'],
])('closing line: %s', (_fact, modules, strayErrors, counts) => {
  const [passed, failed, skipped] = counts.split(', ')
  expect(closingLine(modules, strayErrors)).toBe(
    `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped`,
  )
})

test('skipped tests are summed up by reason, the most first', () => {
  expect(
    skippedLines([
      { count: 1, reasons: [] },
      { count: 2, reasons: ['go is not installed: apt-get install golang-go'] },
      { count: 0, reasons: ['curl is not installed: apt-get install curl'] },
      { count: 3, reasons: ['go is not installed: apt-get install golang-go'] },
    ]),
  ).toEqual([
    '5 skipped: go is not installed: apt-get install golang-go',
    '1 skipped: excluded by a filter or by the file',
  ])
})
