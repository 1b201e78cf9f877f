/** One page with the worst finding, to open an issue with. */
import { expect, test } from 'vitest'
import { textChart } from '../../../src/rehearsal/lanes.js'
import type { Report } from '../../../src/rehearsal/report.js'
import { writeFinding } from '../../../src/rehearsal/reporters/markdown.js'
import { down, every, timelineOf } from '../../support/rehearsed.js'
import { REPORT, TIMELINES } from './sample.js'

const [{ problem: _problem, ...scenario }] = REPORT.scenarios
const report: Report = { ...REPORT, scenarios: [scenario] }
const commandOf = () => 'npx --no -- gmx-sim rehearse primary-outage -- node client.js'

test('has a sentence, a chart, five requests and the command', () => {
  const page = writeFinding(report, TIMELINES, { commandOf })
  expect(page).toMatch(/^# Remember Retry-After per base, across queries\n/)
  expect(page).toContain('199 requests came before Retry-After was over')
  expect(page).toContain('`retry-after`, MUST: 199 requests; good up to 0 requests, fails from 1 request')
  expect(page).toContain(['```text', ...textChart(TIMELINES[0]), '```'].join('\n'))
  const rows = page.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual([22, 23, 24, 25, 221])
  expect(rows[0]).toBe(
    '| 22 | 20.050 s | `arbitrum` | `GET /prices/tickers?a=1&b=%3C` | 429 status by rule throttle | 1 ms |',
  )
  expect(page).toContain(`\`\`\`sh\n${commandOf()}\n\`\`\``)
})

test('states that nothing failed or warned; an ungraded scenario is a finding', () => {
  const passed = { ...scenario, checks: scenario.checks.slice(2) }
  expect(writeFinding({ ...report, scenarios: [passed] }, TIMELINES)).toContain('No check failed or warned.')
  const silent = { ...passed, problem: 'no request came' }
  expect(writeFinding({ ...report, scenarios: [silent] }, [])).toMatch(/: fail\n\nNo request came\./)
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
