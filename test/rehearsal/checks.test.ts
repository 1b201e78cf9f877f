/** Each check over time lines by hand: what makes it pass, warn and fail, and when it says nothing. */
import { describe, expect, test } from 'vitest'
import { CHECKS } from '../../src/rehearsal/checks/index.js'
import { CHECK_IDS } from '../../src/scenario/expect.js'
import { type Case, judged } from '../support/rehearsed.js'
import { FROM_NO_BLIND_RETRY } from './checks/from-no-blind-retry.js'
import { FROM_NOTICES_STALE } from './checks/from-notices-stale.js'
import { FROM_SURVIVES } from './checks/from-survives.js'

const CASES: readonly Case[] = [...FROM_SURVIVES, ...FROM_NOTICES_STALE, ...FROM_NO_BLIND_RETRY]

describe('checks', () => {
  test.each(CASES.map(([id, name, line, verdict, measured]) => ({ id, name, line, verdict, measured })))(
    '$id: $name: $verdict',
    ({ id, line, verdict, measured }) => {
      const report = judged(id, line)
      expect([report.verdict, report.measured], report.because).toEqual([verdict, measured])
      expect(report.because.length).toBeGreaterThan(10)
      for (const n of report.evidence) expect(line.requests?.length).toBeGreaterThanOrEqual(n)
    },
  )

  test('all of the table, each with a pass and a fail above', () => {
    expect(CHECKS.map(({ id }) => id)).toEqual(CHECK_IDS)
    for (const verdict of ['pass', 'fail'])
      expect(new Set(CASES.filter(([, , , told]) => told === verdict).map(([id]) => id))).toEqual(
        new Set(CHECK_IDS),
      )
  })

  test('a silence is explained by every check that can keep one', () => {
    for (const [id, , line, verdict] of CASES)
      if (!['pass', 'warn', 'fail'].includes(verdict)) expect(judged(id, line).because, id).not.toBe(verdict)
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
