/** Each check over time lines by hand: what makes it pass, warn and fail, and when it says nothing. */

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CHECKS, type CheckId } from '../../src/grading/checks/index.js'
import { CLAIMS } from '../support/claims.js'
import { type Case, judged, timelineOf } from '../support/rehearsed.js'

/** One file of time lines for each check, named after it. */
const FILES = readdirSync(new URL('cases/', import.meta.url)).map(
  (name) => name.replace(/\.ts$/, '') as CheckId,
)
const CASES = (
  await Promise.all(
    FILES.map(async (id) => {
      const file: { CASES: readonly Case[] } = await import(`./cases/${id}.ts`)
      return file.CASES.map((each) => ({ id, ...each }))
    }),
  )
).flat()

describe('checks', () => {
  test.each(CASES)('$id: $name: $verdict', ({ id, line, verdict, measured }) => {
    const report = judged(id, line)
    expect([report.verdict, report.measured], report.because).toEqual([verdict, measured])
    expect(report.because.length).toBeGreaterThan(10)
    for (const n of report.evidence) expect(line.requests?.length).toBeGreaterThanOrEqual(n)
  })

  test('each sentence is true of the journal', () => {
    const used = new Set<RegExp>()
    for (const { id, name, line } of CASES) {
      const [timeline, report] = [timelineOf(line), judged(id, line)]
      for (const { words, isTrue } of CLAIMS)
        for (const match of report.because.matchAll(words)) {
          used.add(words)
          expect(isTrue(match, timeline, report), `${id}, ${name}: "${match[0]}" in ${report.because}`).toBe(
            true,
          )
        }
    }
    expect(CLAIMS.filter(({ words }) => !used.has(words))).toEqual([])
  })

  test.each(CHECKS.map(({ id }) => id))('%s has a file of cases, with a pass and a fail', (id) => {
    expect(FILES, `write test/grading/cases/${id}.ts`).toContain(id)
    const verdicts = CASES.filter((each) => each.id === id).map(({ verdict }) => verdict)
    expect(verdicts).toEqual(expect.arrayContaining(['pass', 'fail']))
  })

  test('a silence is explained by every check that can keep one', () => {
    for (const { id, line, verdict } of CASES)
      if (!['pass', 'warn', 'fail'].includes(verdict))
        expect(judged(id, line).because, `${id}: write a sentence into says`).not.toBe(verdict)
  })

  test('bounds that a scenario expects come before its own', () => {
    const line = { requests: [{ at: 20_000, met: 'silent', tookMs: 3000, end: 'given-up' }] } as const
    expect(judged('gives-up', line, { good: 1000, fails: 2000 })).toMatchObject({
      verdict: 'fail',
      good: 1000,
      fails: 2000,
    })
    expect(judged('gives-up', line, { good: 20_000 })).toMatchObject({
      verdict: 'pass',
      good: 20_000,
      fails: 20_000,
    })
    expect(judged('gives-up', line, { fails: 2000 })).toMatchObject({
      verdict: 'fail',
      good: 2000,
      fails: 2000,
    })
  })
})
