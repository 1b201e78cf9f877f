/** One page with the worst finding, to open an issue with. */
import { expect, test } from 'vitest'
import { findingsIn } from '../../../src/rehearsal/head.js'
import { textChart } from '../../../src/rehearsal/lanes.js'
import type { Report } from '../../../src/rehearsal/report.js'
import { writeFinding } from '../../../src/rehearsal/reporters/markdown.js'
import { down, every, timelineOf } from '../../support/rehearsed.js'
import { HARMFUL, REPORT, TIMELINES } from './sample.js'

const [{ problem: _problem, ...scenario }] = REPORT.scenarios
const report: Report = { ...REPORT, scenarios: [scenario] }
const commandOf = () => 'npx --no -- gmx-sim rehearse primary-outage -- node client.js'

test('has a sentence, a chart, five requests and the command', () => {
  const page = writeFinding(report, TIMELINES, { commandOf })
  expect(page).toMatch(
    /^# primary-outage: `retry-after` fails\n\n199 requests came before Retry-After was over/,
  )
  expect(page).toContain('MUST: measured 199 requests; good up to 0 requests, fails from 1 request.')
  expect(page).toContain(['```text', ...textChart(TIMELINES[0]), '```'].join('\n'))
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual([22, 23, 24, 25, 221])
  expect(rows[0]).toBe(
    '| 22 | 20.050 s | `arbitrum` | `GET /prices/tickers?a=1&b=%3C` | 429 status by rule throttle | 1 ms |',
  )
  expect(page).toContain(`\`\`\`sh\n${commandOf()}\n\`\`\``)
})

test('fills up five requests with the next ones of the query', () => {
  const [first] = scenario.checks
  const checks = [{ ...first, evidence: [22] }]
  const page = writeFinding({ ...report, scenarios: [{ ...scenario, checks }] }, TIMELINES)
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual([22, 23, 24, 25, 26])
})

test('failures before warnings, MUST before SHOULD, then the order of the table, then the worse measurement', () => {
  const [must, warning, , should] = scenario.checks
  const failing = (over: Partial<typeof should>) => ({ ...should, verdict: 'fail' as const, ...over })
  const checks = [
    warning,
    failing({ id: 'mild', measured: 0.3 }),
    failing({ id: 'bad', measured: 0.9 }),
    failing({ id: 'never', measured: null }),
    must,
  ]
  const second = {
    ...scenario,
    name: 'second',
    checks: checks.map((check) => ({ ...check, measured: null })),
  }
  const ids = findingsIn({ ...report, scenarios: [{ ...scenario, checks }, second] }).map(
    ({ scenario, check }) => `${scenario.name} ${check?.id}`,
  )
  expect(ids).toEqual([
    ...['second retry-after', 'primary-outage retry-after'],
    ...['second mild', 'primary-outage mild'],
    ...['second bad', 'primary-outage bad'],
    ...['primary-outage never', 'second never'],
    ...['second notices-stale', 'primary-outage notices-stale'],
  ])
})

test('a regression against the baseline is listed first', () => {
  const [must, , , should] = scenario.checks
  const worse = {
    ...should,
    verdict: 'fail' as const,
    baseline: { change: 'worse' as const, verdict: 'pass' as const, measured: 0.1 },
  }
  const compared: Report = { ...report, failOn: 'worse', scenarios: [{ ...scenario, checks: [must, worse] }] }
  expect(writeFinding(compared, TIMELINES)).toContain('worse: was pass, 0.1')
})

test('a scenario that was not exercised follows failed MUST checks and precedes the rest', () => {
  const [must, , , should] = scenario.checks
  const idle = {
    ...scenario,
    name: 'idle',
    verdict: 'not exercised' as const,
    problem: 'no fault',
    checks: [],
  }
  const checks = [{ ...should, verdict: 'fail' as const }, must]
  const names = findingsIn({ ...report, scenarios: [idle, { ...scenario, checks }] }).map(
    ({ scenario, check }) => check?.id ?? scenario.name,
  )
  expect(names).toEqual([must.id, 'idle', should.id])
})

test('states that nothing failed or warned; an ungraded scenario is a finding', () => {
  const passed = { ...scenario, checks: scenario.checks.slice(2) }
  expect(writeFinding({ ...report, scenarios: [passed] }, TIMELINES)).toContain('No check failed or warned.')
  const silent = { ...passed, problem: 'no request came' }
  expect(writeFinding({ ...report, scenarios: [silent] }, [])).toMatch(
    /nothing could be judged\n\nNo request came\./,
  )
})

test('data is escaped', () => {
  const page = writeFinding({ ...report, scenarios: [{ ...scenario, name: HARMFUL }] }, TIMELINES)
  const outside = page.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '')
  expect(outside).not.toMatch(/(?<!\\)<(script|img|\/script)/)
})

test('the chart has a row for each base, or for each base and endpoint, and shows the worst of a slot', () => {
  const requests = [...every(1000, 0, 130_000), ...every(1000, 20_000, 50_000, down)]
  expect(textChart(timelineOf({ requests })).slice(0, 4)).toEqual([
    `arbitrum             |${'.'.repeat(9)}${'X'.repeat(14)}${'.'.repeat(37)}|`,
    `arbitrum-fallback    |${' '.repeat(60)}|`,
    `arbitrum-fallback-2  |${' '.repeat(60)}|`,
    `                     |+---+${'-'.repeat(27)}+${'-'.repeat(27)}|`,
  ])
  const both = [...requests, { at: 5000, endpoint: 'candles' }, { at: 6000, base: 'fallback' }]
  const names = textChart(timelineOf({ requests: both })).map((line) => line.split('|')[0].trim())
  expect(names.slice(0, 4)).toEqual([
    'arbitrum candles',
    'arbitrum tickers',
    'arbitrum-fallback tickers',
    'arbitrum-fallback-2',
  ])
})
