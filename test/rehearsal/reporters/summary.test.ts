/** The summary of a drill: one entry per change of the client, worst first, in all reports for people. */
import { describe, expect, test } from 'vitest'
import { CHECKS } from '../../../src/grading/checks/index.js'
import { REMEDIES, type Remedy } from '../../../src/grading/remedies.js'
import type { CheckReport, Report } from '../../../src/rehearsal/report.js'
import { writeHtml } from '../../../src/rehearsal/reporters/html.js'
import { toGithub } from '../../../src/rehearsal/reporters/junit.js'
import { toMarkdown, writeFinding } from '../../../src/rehearsal/reporters/markdown.js'
import { toText } from '../../../src/rehearsal/reporters/text.js'
import { summaryOf } from '../../../src/rehearsal/summary.js'
import { HARMFUL, REPORT, reportOf, scenarioOf, TIMELINES } from './sample.js'

function checkOf(id: string, over: Partial<CheckReport> = {}): CheckReport {
  const check = CHECKS.find((one) => one.id === id)!
  const { level, weight, unit, good, fails } = check
  const because = `${id} measured this. Do that`
  const remedy = Object.entries<Remedy>(REMEDIES).find(([, { checks }]) => checks.includes(id))?.[0]
  const judged = { verdict: 'fail', measured: fails * 2, because, evidence: [41, 42, 43], remedy } as const
  return { id, level, weight, unit, good, fails, ...judged, ...over } as CheckReport
}

const several = { bases: { arbitrum: ['primary', 'fallback'] } }
const alone = { bases: { arbitrum: ['primary'] } }
const changesOf = (report: Report) => summaryOf(report).changes
const warning = { verdict: 'warn' } as const

test('every check that may fail a run leads to a remedy, and remedies name checks that exist', () => {
  const ids: readonly string[] = CHECKS.map(({ id }) => id)
  const remedies = Object.values<Remedy>(REMEDIES)
  const led = remedies.flatMap(({ checks }) => checks)
  const needed = CHECKS.map(({ id }) => id)
  expect(led).toEqual(expect.arrayContaining(needed))
  for (const id of remedies.flatMap(({ checks, explains = [] }) => [...checks, ...explains]))
    expect(ids).toContain(id)
})

describe('changes', () => {
  test('group findings of several scenarios, the worst case first', () => {
    const [a, b] = [checkOf('retry-after', { measured: 0.6 }), checkOf('retry-after', { measured: 0.9 })]
    const report = reportOf([
      scenarioOf('a', [a], several),
      scenarioOf('b', [b], several),
      scenarioOf('c', []),
    ])
    const [change, ...others] = changesOf(report)
    expect(others).toEqual([])
    expect(change).toMatchObject({ id: 'heed-retry-after', level: 'MUST', scenarios: ['b', 'a'] })
    expect(change.worst).toMatchObject({ scenario: 'b', index: 1, what: 'retry-after measured this' })
    expect(summaryOf(report).clean).toEqual(['c'])
  })

  test('are in the order of gravity: failures first, then MUST, then the number of scenarios', () => {
    const leaves = checkOf('leaves-dead-alone')
    const report = reportOf([
      scenarioOf('a', [checkOf('gives-up', warning), leaves], several),
      scenarioOf('b', [leaves], several),
      scenarioOf('c', [checkOf('refuses-bad-data')], several),
      scenarioOf('d', [checkOf('no-blind-retry')], several),
    ])
    expect(changesOf(report).map(({ id }) => id)).toEqual([
      ...['check-replies', 'leave-failed-base', 'drop-bad-query', 'set-timeout'],
    ])
  })

  test('explain what follows from them in the same scenario, but nothing graver', () => {
    const leaves = checkOf('leaves-dead-alone', warning)
    const amplified = (over: Partial<CheckReport>) => checkOf('amplification', { level: 'SHOULD', ...over })
    const report = reportOf([
      scenarioOf('a', [leaves, amplified(warning)], several),
      scenarioOf('b', [leaves, amplified({ level: 'MUST' })], several),
      scenarioOf('c', [amplified(warning)], several),
    ])
    const [graver, explaining] = changesOf(report)
    expect(graver).toMatchObject({ id: 'retry-less', scenarios: ['b', 'c'], explains: '' })
    expect(explaining).toMatchObject({ id: 'leave-failed-base', explains: 'amplification in 1 scenario' })
  })

  test('a client of one address hears of that first, once, and is not advised to leave it', () => {
    const bad = [checkOf('retry-after'), checkOf('answers-again'), checkOf('leaves-dead-alone')]
    const one = reportOf([scenarioOf('a', bad, alone), scenarioOf('b', bad, alone)])
    expect(changesOf(one).map(({ id }) => id)).toEqual(['use-several-bases', 'heed-retry-after'])
    const other = reportOf([scenarioOf('a', bad, alone), scenarioOf('b', bad, several)])
    expect(changesOf(other).map(({ id }) => id)).not.toContain('use-several-bases')
    // Asking one base while nothing but the data is wrong shows no lack of others.
    const stale = reportOf([scenarioOf('a', [checkOf('notices-stale')], alone)])
    expect(changesOf(stale).map(({ id }) => id)).toEqual(['check-age'])
  })

  test('a regression against the baseline precedes them', () => {
    const baseline = { change: 'worse', verdict: 'pass', measured: 0.1 } as const
    const report = reportOf([
      scenarioOf('a', [checkOf('retry-after'), checkOf('no-blind-retry', { baseline })], several),
    ])
    expect(changesOf(report)[0].id).toBe('drop-bad-query')
    expect(toText(report)).toContain('worse: was pass')
  })
})

describe('a drill in which everything fails', () => {
  const all = CHECKS.map(({ id }) =>
    checkOf(id, { because: `${'it did not do well at all, '.repeat(9)}. Do that` }),
  )
  const scenarios = Array.from({ length: 26 }, (_, index) =>
    scenarioOf(`scenario-${index}-of-the-drill`, all, several),
  )
  const report = reportOf(scenarios)
  const commandOf = (index: number, isBrief = false) =>
    `gmx-sim rehearse ${index} -- ${isBrief ? '…' : 'node client.js'}`

  test('takes sixty lines of text, of the width of the terminal but for commands', () => {
    const lines = toText(report, { commandOf }).trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => line.length > 100 && !line.includes('again: '))).toEqual([])
    expect(lines.join('\n')).toContain('again: gmx-sim rehearse 0 -- …')
  })

  test('has the same changes in every format', () => {
    const formats = [
      toText(report, { width: 120 }),
      toMarkdown(report),
      toGithub(report),
      writeHtml(report, []),
    ].map((text) =>
      text
        .replace(/\\|%2C|,/g, '')
        .replaceAll('&#39;', "'")
        .replace(/\s+/g, ' '),
    )
    for (const { sentence } of changesOf(report))
      for (const text of formats) expect(text).toContain(sentence.replaceAll(',', ''))
    expect(writeFinding(report, [], { commandOf })).toContain(`# ${changesOf(report)[0].sentence}\n`)
  })
})

test('data is escaped in every format', () => {
  const report = { ...REPORT, scenarios: REPORT.scenarios.map((one) => ({ ...one, problem: HARMFUL })) }
  for (const text of [toMarkdown(report, TIMELINES), writeFinding(report, TIMELINES)])
    expect(text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)<(script|img)/)
  expect(writeHtml(report, TIMELINES).split('<main>')[1]).not.toContain('<img')
})
