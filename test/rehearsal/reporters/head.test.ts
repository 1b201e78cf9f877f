/** The head of reports, for somebody who was not there. */
import { expect, test } from 'vitest'
import { headOf, momentInUtc } from '../../../src/rehearsal/head.js'
import { writeHtml } from '../../../src/rehearsal/reporters/html.js'
import { toMarkdown } from '../../../src/rehearsal/reporters/markdown.js'
import { REPORT, TIMELINES } from './sample.js'

const [scenario] = REPORT.scenarios
const { problem: _problem, ...judged } = scenario
const because = 'no answer to tickers for 52 s. Ask another base as soon as one fails'
const checks = [{ ...scenario.checks[0], because }, ...scenario.checks.slice(1)]
const report = { ...REPORT, scenarios: [{ ...judged, name: 'outage', checks }] }
const [timeline] = TIMELINES
const program = {
  client: 0,
  command: 'node client.js',
  exitCode: null,
  signal: null,
  error: null,
  exitMs: null,
}
const timelines = [
  {
    ...timeline,
    startedAtMs: Date.parse('2026-03-01T12:00:00Z'),
    text: 'rules: [] # as written',
    programs: [{ ...program, log: '/tmp/gone.log', output: ['the last line <of> the client'] }],
  },
]
const commandOf = (index: number) => `gmx-sim rehearse ${report.scenarios[index].name}`

test('leads with the worst finding, its remedy apart, and says where the run is from', () => {
  const { title, consequence, facts, command, findings } = headOf(report, timelines, { commandOf })
  expect(title).toMatch(/^Rehearsal: fail, score \d+ of 100, \d of \d checks$/)
  expect(consequence).toBe('outage: No answer to tickers for 52 s.')
  expect(findings[0]).toMatchObject({ id: checks[0].id, remedy: 'Ask another base as soon as one fails.' })
  expect(findings[0].evidence).toMatch(/^#\d+/)
  expect(command).toBe('gmx-sim rehearse outage')
  expect(Object.fromEntries(facts)).toMatchObject({
    Scenarios: '0 of 1 scenarios passed, 1 failed',
    Started: '2026-03-01 12:00:00 UTC',
    Client: 'node client.js',
    Seed: REPORT.seed,
  })
})

test('times are UTC, and since the start', () => {
  const at = (ms: number) => momentInUtc(timelines[0], ms)
  expect(at(30_120)).toBe('12:00:30.120 UTC (+0:30.1)')
  expect(at(-1500)).toBe('11:59:58.500 UTC (−0:01.5)')
  expect(at(61_000)).toBe('12:01:01.000 UTC (+1:01.0)')
})

test('the page and Markdown lead with it; the page has scenario and output as text, not as a path', () => {
  const html = writeHtml(report, timelines, { commandOf })
  const body = html.slice(html.indexOf('<header>'))
  const places = ['outage: No answer to tickers', 'gmx-sim rehearse outage', 'Findings', '<section'].map(
    (words) => body.indexOf(words),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(html).toContain('rules: [] # as written')
  expect(html).toContain('the last line &#60;of&#62; the client')
  expect(html).not.toContain('/tmp/gone.log')
  const markdown = toMarkdown(report, timelines, { commandOf })
  expect(markdown.indexOf('outage: No answer to tickers')).toBeLessThan(markdown.indexOf('| scenario'))
  expect(markdown).toContain('`2026-03-01 12:00:00 UTC`')
})

test('without a failure, it says so', () => {
  const good = {
    ...report,
    verdict: 'pass' as const,
    scenarios: [{ ...judged, verdict: 'pass' as const, checks: [] }],
  }
  expect(headOf(good, [])).toMatchObject({ consequence: 'No check failed or warned.', findings: [] })
})

test('a pass with findings says so, and every head says what broke for how long', () => {
  const passing = { ...report, verdict: 'pass' as const }
  expect(headOf(passing, timelines).consequence).toMatch(
    /^Passes, with \d findings?\. outage: No answer to tickers/,
  )
  const [rule] = timeline.rules
  const { fromMs = 0 } = timeline.phases.find(({ name }) => name === 'incident') ?? {}
  const rules = [{ ...rule, what: 'answers 503', fromMs, untilMs: fromMs + 5000 }]
  const incidentOf = (...many: typeof rules) =>
    new Map(headOf(report, [{ ...timelines[0], rules: many }]).facts).get('Incident')
  expect(incidentOf(...rules)).toBe('answers 503, for 5 s')
  expect(incidentOf(...rules, ...rules, ...rules)).toBe('answers 503, for 5 s, and 2 more rules')
})

test('Markdown: a name in a label is escaped', () => {
  const named = { ...timelines[0], scenario: '<img src=x>' }
  expect(toMarkdown(report, [named, named])).toContain('Incident of \\<img src=x\\>: `')
})
