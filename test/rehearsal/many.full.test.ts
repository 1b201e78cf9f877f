/** Very many requests: what is fine for some must not break for a lot of them. */
import { expect, test } from 'vitest'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import type { Report } from '../../src/rehearsal/report.js'
import { REPORTERS } from '../../src/rehearsal/reporters/index.js'
import { down, flawed, primaryDown, type Told, timelineOf } from '../support/rehearsed.js'

const MANY = 180_000
/** A page of it can still be opened. */
const MAX_TEXT = 5_000_000

/** Retries at a base that is down or limits rates, before each answer from another one. */
const FATES: readonly Omit<Told, 'at'>[] = [
  ...Array.from({ length: 6 }, () => down),
  { met: 'silent', end: 'given-up' },
  { met: 'error', status: 429, retryAfterMs: 2000 },
  { base: 'fallback' },
  { base: 'fallback' },
]

test('many copies that fail and retry are graded and appear in every report', async () => {
  const timeline = timelineOf({
    requests: Array.from({ length: MANY }, (_none, index) => ({
      at: index * 0.4,
      tookMs: 0.1,
      client: index % 3,
      ...FATES[index % FATES.length],
    })),
    rules: [primaryDown],
    contents: [flawed(null, 5, -1)],
    observations: Array.from({ length: MANY / 2 }, (_none, index) => ({ atMs: index * 0.8, price: 5 })),
    programs: [{}, { client: 1 }, { client: 2 }],
  })
  const graded = gradeScenario(timeline)
  expect(graded.checks.filter(({ measured }) => measured !== null).length).toBeGreaterThan(5)
  expect(graded.herd?.returns).toBeGreaterThan(MANY / 2)
  const report: Report = {
    version: 1,
    gmxSim: '0.0.0',
    seed: '42',
    failOn: 'must',
    verdict: graded.verdict,
    score: graded.score,
    scenarios: [graded],
  }
  for (const write of Object.values(REPORTERS)) {
    const written = await write(report, [timeline], {})
    if (typeof written === 'string') expect(written.length).toBeLessThan(MAX_TEXT)
    else expect([...written].length).toBeGreaterThan(MANY)
  }
})
