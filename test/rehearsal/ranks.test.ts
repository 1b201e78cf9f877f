/** The score of each reference client against its rank among them, by an expert who read their code. */
import { expect, test } from 'vitest'
import { gradeScenario } from '../../src/rehearsal/grade.js'
import { recordings } from './recorded.js'
import { ROWS } from './verdicts.js'

/** Worst first; within a group no one is better. */
const GROUPS: readonly (readonly string[])[] = [
  // Has ended.
  ['exit0 down', 'exit0 unavailable', 'five-polls down', 'crash-on-bad-json cut-json'],
  // Runs on without a price for good.
  ['quiet down', 'no-timeout hanging', 'stubborn hanging'],
  // Acts on false or old prices.
  ['no-status-check error-bodies', 'cents too-high', 'age-checking zero', 'stale-cache down'],
  // Has no price, and keeps the base down that it needs.
  [
    'hammer unavailable',
    'hammer empty-list',
    'hammer eth-missing',
    'hammering down-10s',
    'retrying-library down',
  ],
  ['naive-single-base limited', 'naive-single-base limited-by-date'],
  // Has no price while another base has one.
  [
    'language-one down',
    'language-one hanging',
    'naive-single-base down',
    'naive-single-base down-10s',
    'no-shape-check empty-object',
    'child-process empty-object',
  ],
  ['trusting empty-list', 'blind-after-burst burst'],
  // Loses a part of its polls, or storms before it moves on.
  ['half-loser down', 'circuit-breaker down', 'round-robin down', 'storm-of-40 down-10s'],
  // Serves well, at the cost of the base that is down.
  [
    'walker down',
    'breaker-1s down',
    'hedging down',
    'hedging hanging',
    'language-several down',
    'language-several hanging',
  ],
  // Moves too often, too late or never.
  [
    'sticky down-minute',
    'flapping flapping',
    'restless flapping',
    'web-app-like down',
    'web-app-like hanging',
  ],
  // Nothing to change.
  [
    ...['cents btc-missing', 'circuit-breaker blackout', 'considerate blackout', 'considerate limited'],
    ...['considerate limited-by-date', 'exemplary down', 'exemplary flapping', 'exemplary limited'],
    ...[
      'exemplary zero',
      'host-breaker down',
      'leaver zero',
      'opossum down',
      'opossum hanging',
      'parallel down',
    ],
    ...['probing down', 'promise-race hanging', 'random-balancing down', 'slow-30s down', 'sticky flapping'],
    ...['breaker-15s down', 'trusting btc-zero', 'trusting field-added', 'trusting rows-reversed'],
  ],
]

/** Ranks from 1, equal values sharing the mean of theirs. */
function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const lower = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return lower + (equal + 1) / 2
  })
}

/** Spearman's rank correlation. */
function correlationOf(one: readonly number[], other: readonly number[]): number {
  const mean = (one.length + 1) / 2
  const [a, b] = [one, other].map((values) => ranksOf(values).map((rank) => rank - mean))
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * y[at], 0)
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
}

/** Pollers of several languages differ in their libraries only. */
const nameOf = (client: string, incident: string) =>
  `${client.replace(/^(go|java|python|ruby)-(one|several)(-by-host)?$/, 'language-$2')} ${incident}`

test('scores rank the clients as an expert does', () => {
  const scored = recordings().flatMap(({ client, incident, timeline }) => {
    const { score } = gradeScenario(timeline)
    const name = nameOf(client, incident)
    const group = GROUPS.findIndex((names) => names.includes(name))
    const isReference = ROWS.some((row) => row.client === client && row.incident === incident)
    return score === null || (group < 0 && !isReference) ? [] : [{ name, score, group }]
  })
  expect(new Set(scored.map(({ name }) => name))).toEqual(new Set(GROUPS.flat()))
  const correlation = correlationOf(
    scored.map(({ score }) => score),
    scored.map(({ group }) => group),
  )
  const listed = scored.toSorted((a, b) => a.score - b.score).map(({ name, score }) => `${score} ${name}`)
  expect(correlation, listed.join('\n')).toBeGreaterThan(0.9)
})
