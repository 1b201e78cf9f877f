/** A report compared with an earlier one. */

import { describe, expect, test } from 'vitest'
import { changeOf, judgedByBaseline, withBaseline } from '../../src/rehearsal/baseline.js'
import type { CheckReport, ScenarioReport, Verdict } from '../../src/rehearsal/report.js'
import { writeHtml } from '../../src/rehearsal/reporters/html.js'
import { toJunit } from '../../src/rehearsal/reporters/junit.js'
import { toMarkdown } from '../../src/rehearsal/reporters/markdown.js'
import { toComparison, toText } from '../../src/rehearsal/reporters/text.js'
import { reportOf, scenarioOf } from './reporters/sample.js'

const check = (id: string, verdict: Verdict, measured: number | null = null): CheckReport => ({
  id,
  level: 'MUST',
  weight: 10,
  verdict,
  measured,
  unit: 'ms',
  good: 2000,
  fails: 10_000,
  because: `${id} because`,
  evidence: [],
})

const scenario = (name: string, ...checks: CheckReport[]) => scenarioOf(name, checks)
const report = (...scenarios: ScenarioReport[]) => reportOf(scenarios)

describe('a check is', () => {
  test.each([
    ['pass', 'fail', 'worse'],
    ['pass', 'warn', 'worse'],
    ['warn', 'fail', 'worse'],
    ['fail', 'pass', 'better'],
    ['fail', 'warn', 'better'],
    ['pass', 'pass', 'equal'],
    ['pass', 'not observable', 'worse'],
    ['fail', 'not observable', 'better'],
    ['not observable', 'not observable', 'equal'],
    ['pass', 'not exercised', 'equal'],
    ['fail', 'inconclusive', 'equal'],
    ['inconclusive', 'pass', 'equal'],
    ['not exercised', 'fail', 'worse'],
  ] as const)('%s, then %s: %s', (before, after, change) => {
    expect(changeOf(check('a', before), check('a', after))).toBe(change)
  })

  test.each([
    ['far apart', 20_000, 50_000, 'worse'],
    ['far apart, the other way', 50_000, 20_000, 'better'],
    ['within the noise of two runs', 50_000, 55_000, 'equal'],
    ['never, then late', null, 50_000, 'better'],
    ['late, then never', 50_000, null, 'worse'],
    ['never twice', null, null, 'equal'],
  ] as const)('fail twice, %s', (_name, before, after, change) => {
    expect(changeOf(check('a', 'fail', before), check('a', 'fail', after))).toBe(change)
  })

  test('more is better where the good bound is the higher one', () => {
    const slope = (measured: number) => ({ ...check('a', 'warn', measured), good: 0.5, fails: 0.1 })
    expect(changeOf(slope(0.2), slope(0.45))).toBe('better')
    expect(changeOf(slope(0.45), slope(0.2))).toBe('worse')
  })
})

describe('reports', () => {
  const before = report(
    scenario('one', check('a', 'pass', 10), check('b', 'fail', 20_000)),
    scenario('two', check('a', 'fail', 20_000)),
    scenario('gone', check('a', 'pass', 1)),
  )
  const after = report(
    scenario('one', check('a', 'fail', 30_000), check('b', 'pass', 10), check('c', 'fail', 9)),
    scenario('two', check('a', 'fail', 20_000)),
    scenario('new', check('a', 'fail', 20_000)),
  )
  const compared = judgedByBaseline(withBaseline(after, before))

  test('count changes; a check missing from the baseline is not a regression', () => {
    expect(compared.baseline).toMatchObject({ better: 1, worse: 1, equal: 1, missing: ['gone'] })
    expect(compared.scenarios.map(({ verdict, baseline }) => [verdict, baseline?.change])).toEqual([
      ['fail', 'worse'],
      ['pass', 'equal'],
      ['pass', undefined],
    ])
    expect([compared.verdict, compared.failOn]).toEqual(['fail', 'worse'])
  })

  test('a scenario that proves nothing any more is a regression', () => {
    const silent = { ...scenario('two'), problem: 'no request came' }
    const { verdict, scenarios } = judgedByBaseline(withBaseline(report(silent), before))
    expect([verdict, scenarios[0].baseline?.change]).toEqual(['fail', 'worse'])
    const twice = judgedByBaseline(withBaseline(report(silent), report(silent)))
    expect(twice.scenarios[0].baseline?.change).toBe('equal')
  })

  test('one that proves for the first time that checks fail is a regression, too', () => {
    const unproven = { ...scenario('two', check('a', 'not exercised')), verdict: 'not proven' as const }
    const { verdict, scenarios } = judgedByBaseline(
      withBaseline(report(scenario('two', check('a', 'fail', 20_000))), report(unproven)),
    )
    expect([verdict, scenarios[0].baseline?.change]).toEqual(['fail', 'worse'])
  })

  test('a report compared with itself has no regression, and keeps its own verdicts unless asked', () => {
    const same = withBaseline(after, after)
    expect([same.verdict, same.baseline?.better, same.baseline?.worse]).toEqual(['fail', 0, 0])
    expect(judgedByBaseline(same).verdict).toBe('pass')
  })

  test('a report of another version is read, and says so; a check with another unit is not compared', () => {
    const old = report(scenario('one', { ...check('a', 'pass', 3), unit: 'requests' }, check('b', 'pass')))
    const [now, was] = [
      report(scenario('one', check('a', 'fail'), check('b', 'fail'))),
      { ...old, gmxSim: '0.0.9' },
    ]
    const other = withBaseline(now, was)
    expect(other.scenarios[0].checks.map(({ baseline }) => baseline?.change)).toEqual([undefined, 'worse'])
    expect(toText(other)).toContain('not comparable: gmx-sim 0.0.9 -> 0.1.0\n')
    expect(toComparison(other)).toContain('not comparable: gmx-sim 0.0.9 -> 0.1.0\n')
  })

  test('what is not comparable, and what was not judged', () => {
    const phases = (incidentMs: number) => [
      { name: 'incident' as const, fromMs: 10_000, toMs: 10_000 + incidentMs },
    ]
    const long = {
      ...scenario('one', check('a', 'pass', 1), check('b', 'inconclusive')),
      phases: phases(60_000),
    }
    const short = {
      ...scenario('one', check('a', 'inconclusive'), check('b', 'inconclusive')),
      phases: phases(20_000),
    }
    const other = judgedByBaseline(withBaseline({ ...report(short), seed: '7' }, report(long)))
    for (const text of [toComparison(other), toText(other), toMarkdown(other), writeHtml(other, [])]) {
      expect(text).toMatch(/seed 42 -\S+ 7/)
      expect(text).toMatch(/incident 1 min -\S+ 20 s/)
      expect(text).toContain('0 better, 0 worse, 0 equal, 2 not judged')
    }
    const same = withBaseline(report({ ...short, phases: phases(59_500) }), report(long))
    expect(toComparison(same)).not.toContain('not comparable')
  })

  test('every format says what changed', () => {
    const text = toText(compared, { width: 120 }).replace(/\s+/g, ' ')
    expect(text).toContain('worse than the baseline: a in one (was pass, 10 ms)')
    expect(text).toContain('better than the baseline: b in one (was fail, 20 s)')
    expect(text).toContain('baseline: score 50; 1 better, 1 worse, 1 equal; not rehearsed: gone')
    expect(toMarkdown(compared)).toContain('| `one` | fail | 50 | a, c |  | worse |')
    const xml = toJunit(compared)
    expect(xml).toContain('failures="1"')
    expect(xml).toContain('<failure message="worse: was pass, 10 ms: a because">')
    expect(xml).toContain('<skipped message="fail, but not required: MUST: c because')
  })
})
