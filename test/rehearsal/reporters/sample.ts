/** A rehearsal as plain data: one failing client, in two scenarios, with names that somebody chose to do harm. */

import type {
  Asked,
  Content,
  Fate,
  Observation,
  Timeline,
  TimelineRequest,
} from '../../../src/grading/timeline.js'
import { BASES, NETWORKS } from '../../../src/market/catalogue/networks.js'
import type { CheckReport, Report, ScenarioReport } from '../../../src/rehearsal/report.js'
import { timelineOf as timelineByHand } from '../../support/rehearsed.js'

export const HARMFUL = `</script><img src=x onerror="alert('1')">&\u0007`

const asked = (base: Asked['base']): Asked => ({
  network: 'arbitrum',
  base,
  endpoint: 'tickers',
  method: 'GET',
  url: '/prices/tickers?a=1&b=%3C',
  question: 'arbitrum tickers',
  requestId: null,
  client: 0,
  userAgent: HARMFUL,
})
const PRIMARY = asked('primary')
const FALLBACK = asked('fallback')
const fate = (met: Fate['met'], status: number | null, outcome: string, rule: string | null): Fate => ({
  met,
  rule,
  status,
  outcome,
  flaw: met === 'wrong' ? 'stale' : null,
  retryAfterMs: status === 429 ? 2000 : null,
})
const GOOD = fate('good', 200, 'ok', null)
const LIMITED = fate('error', 429, 'status', 'throttle')
const HUNG = fate('silent', null, 'hang', 'dead')
const STALE = fate('wrong', 200, 'stale', 'lagging')
const RESET = fate('broken', null, 'reset', 'cut')

const OVER_MS = 90_000

function contentAt(asOfMs: number, price: number, sentMs: number): Content {
  const prices = new Map([['ETH', [price]]])
  return { network: 'arbitrum', endpoint: 'tickers', asOfMs, flaw: null, prices, sentMs }
}
const priceAt = (atMs: number) => 2000 - atMs / 1000

function timelineOf(scenario: string): Timeline {
  const requests: TimelineRequest[] = []
  const contents: Content[] = []
  const observations: Observation[] = []
  const add = (atMs: number, asked: Asked, fate: Fate, tookMs: number | null) => {
    let content: Content | null = null
    if (fate === GOOD || fate === STALE) {
      const asOfMs = atMs - (fate === STALE ? 20_000 : 0)
      content = contentAt(asOfMs, priceAt(asOfMs), atMs)
      contents.push(content)
      observations.push({ atMs, symbol: 'ETH', price: priceAt(asOfMs), client: 0 })
    }
    const endMs = tookMs === null ? null : atMs + tookMs
    const end = tookMs === null ? 'open' : fate === HUNG ? 'given-up' : 'answered'
    requests.push({ n: requests.length + 1, asked, fate, atMs, endMs, end, content })
  }
  for (let s = 0; s < 20; s++) add(s * 1000, PRIMARY, GOOD, 4)
  for (let s = 20; s < 30; s += 0.05) add(s * 1000, PRIMARY, LIMITED, 1)
  for (let s = 30; s < 45; s += 1) add(s * 1000, PRIMARY, HUNG, 5000)
  for (let s = 45; s < 60; s++) add(s * 1000, FALLBACK, STALE, 350)
  for (let s = 60; s < 65; s++) add(s * 1000, PRIMARY, RESET, 2)
  for (let s = 65; s < 89; s++) add(s * 1000, PRIMARY, GOOD, 4)
  add(89_000, PRIMARY, HUNG, null)
  observations.push({ atMs: 70_500, symbol: 'ETH', price: 5e9, client: 0 })
  observations.sort((a, b) => a.atMs - b.atMs)
  return {
    scenario,
    seed: '42',
    startedAtMs: Date.UTC(2026, 2, 1, 12),
    bases: Object.fromEntries(NETWORKS.map((network) => [network, BASES])),
    phases: [
      { name: 'warm-up', fromMs: 0, toMs: 10_000 },
      { name: 'incident', fromMs: 10_000, toMs: 70_000 },
      { name: 'recovery', fromMs: 70_000, toMs: OVER_MS },
    ],
    requests,
    contents,
    rules: [
      {
        ...ruleOf('throttle', 'primary', 20_000, 30_000, 'status', 'error'),
        networks: ['arbitrum'],
        what: HARMFUL,
      },
      {
        ...ruleOf('dead', 'primary', 30_000, 60_000, 'hang', 'silent'),
        what: 'holds the connection and never answers',
      },
      { ...ruleOf('lagging', 'fallback', 10_000, null, 'stale', 'wrong'), what: 'sends the data of 20s ago' },
    ],
    events: [{ assets: ['ETH'], fromMs: 30_000, untilMs: 70_000, what: '-18% over 40s' }],
    observations,
    programs: timelineByHand({}).programs,
    market: [
      {
        ...{ symbol: 'ETH', network: 'arbitrum' },
        points: Array.from({ length: 91 }, (_, s) => [s * 1000, priceAt(s * 1000)] as const),
      },
    ],
  }
}

function ruleOf(
  id: string,
  base: Asked['base'],
  fromMs: number,
  untilMs: number | null,
  fault: string,
  met: Fate['met'],
) {
  return { id, bases: [base], fromMs, untilMs, fault, met, isPartly: false, isRefusing: false }
}

export const TIMELINES: readonly Timeline[] = [timelineOf('primary-outage'), timelineOf(HARMFUL)]

export const REPORT: Report = {
  version: 1,
  gmxSim: '0.1.0',
  seed: '42',
  failOn: 'must',
  verdict: 'fail',
  score: 49,
  scenarios: TIMELINES.map(({ scenario, phases }) => ({
    name: scenario,
    verdict: 'fail',
    score: 49,
    phases,
    program: { exitCode: 3, log: '/tmp/program.log' },
    problem: HARMFUL,
    checks: [
      {
        ...checkOf('retry-after', 'MUST', 10, 'requests', 0, 1),
        ...{ verdict: 'fail', measured: 199, evidence: [22, 23, 24, 25, 221], remedy: 'heed-retry-after' },
        because: `199 requests came before Retry-After was over ${HARMFUL}`,
      },
      {
        ...checkOf('notices-stale', 'MUST', 10, 'ms', 15_000, 60_000),
        ...{ verdict: 'warn', measured: 20_000, evidence: [236, 237], remedy: 'check-age' },
        because: 'it acted on data up to 20.0 s old',
      },
      {
        ...checkOf('no-blind-retry', 'SHOULD', 5, 'yes/no', 1, 0),
        ...{ verdict: 'not exercised', measured: null, because: 'no request was answered 400' },
      },
      {
        ...checkOf('retry-ratio', 'SHOULD', 7.5, 'ratio', 0.1, 0.2),
        ...{ verdict: 'pass', measured: 0.05, because: '5 of 100 requests were retries' },
      },
    ],
  })),
}

function checkOf(
  id: string,
  level: CheckReport['level'],
  weight: number,
  unit: CheckReport['unit'],
  good: number,
  fails: number,
) {
  return { id, level, weight, unit, good, fails, evidence: [] }
}

/** A scenario that a failed MUST fails. */
export function scenarioOf(name: string, checks: readonly CheckReport[], over: Partial<ScenarioReport> = {}) {
  const verdict = checks.some(({ level, verdict }) => level === 'MUST' && verdict === 'fail')
    ? 'fail'
    : 'pass'
  const program = { exitCode: null, log: null }
  return {
    name,
    verdict,
    score: 50,
    phases: [],
    program,
    checks,
    ...over,
  } satisfies ScenarioReport as ScenarioReport
}

/** A report of scenarios, one of which fails it. */
export function reportOf(scenarios: readonly ScenarioReport[], over: Partial<Report> = {}): Report {
  const verdict = scenarios.some((one) => one.verdict === 'fail') ? 'fail' : 'pass'
  return { version: 1, gmxSim: '0.1.0', seed: '42', failOn: 'must', verdict, score: 50, scenarios, ...over }
}
