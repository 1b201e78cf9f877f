/** Incidents for the reference clients: short, as a program cannot be hurried. All of them strike Arbitrum alone. */
import type { ScenarioInput } from '../../../src/scenario/input.js'

export interface Incident {
  readonly scenario: ScenarioInput
  readonly coolDownMs: number
}

export const WARM_UP_MS = 8000
const COOL_DOWN_MS = 20_000

type Rule = NonNullable<ScenarioInput['rules']>[number]

const primary = { network: 'arbitrum', base: 'primary' } as const
const everywhere = { network: 'arbitrum' } as const

/** A body with a price that GMX never had, as an error may bring one along. */
const TICKERS_AT_1500 = [
  {
    tokenSymbol: 'ETH',
    minPrice: '1500000000000000',
    medianPrice: '1500000000000000',
    maxPrice: '1500000000000000',
    oracleDecimals: 0,
    updatedAt: 0,
  },
]

function incident(rule: Rule, coolDownMs = COOL_DOWN_MS): Incident {
  return { scenario: { rules: [{ id: 'incident', ...rule }] }, coolDownMs }
}

const unavailable = (after: `${number}s`, until: `${number}s`): Rule => {
  return { id: `down-${after}`, match: primary, when: { after, until }, fault: { status: 503 } }
}

export const INCIDENTS: Readonly<Record<string, Incident>> = {
  down: incident({ match: primary, when: { until: '40s' }, fault: { close: true } }),
  'down-minute': incident({ match: primary, when: { until: '40s' }, fault: { close: true } }, 60_000),
  hanging: incident({ match: primary, when: { until: '40s' }, fault: { hang: true } }),
  'error-bodies': incident({
    match: primary,
    when: { until: '40s' },
    fault: { status: 500, body: TICKERS_AT_1500 },
  }),
  'empty-object': incident({
    match: primary,
    when: { until: '40s' },
    fault: { status: 200, body: {} },
  }),
  limited: incident({ match: primary, when: { until: '20s' }, fault: { status: 429, retryAfter: '4s' } }),
  'limited-by-date': incident({
    match: primary,
    when: { until: '20s' },
    fault: { status: 429, retryAfter: { date: '4s' } },
  }),
  blackout: incident({ match: everywhere, when: { until: '30s' }, fault: { reset: 'before' } }),
  burst: incident({ match: everywhere, when: { until: '4s' }, fault: { reset: 'before' } }, 50_000),
  'cut-json': incident({ match: primary, when: { until: '10s' }, fault: { malformed: 'json' } }),
  'btc-missing': incident({
    match: { ...everywhere, endpoint: 'tickers' },
    when: { until: '20s' },
    fault: { partial: { omit: ['BTC'] } },
  }),
  'too-high': incident({
    match: { ...primary, endpoint: 'tickers' },
    when: { until: '8s' },
    fault: { poison: 'scale' },
  }),
  'down-10s': incident({ match: primary, when: { until: '10s' }, fault: { close: true } }),
  unavailable: incident({ match: primary, when: { until: '20s' }, fault: { status: 503 } }),
  'empty-list': incident({ match: primary, when: { until: '20s' }, fault: { status: 200, body: [] } }),
  'eth-missing': incident({
    match: { ...primary, endpoint: 'tickers' },
    when: { until: '20s' },
    fault: { partial: { omit: ['ETH'] } },
  }),
  'limited-2s': incident({
    match: primary,
    when: { until: '30s' },
    fault: { status: 429, retryAfter: '2s' },
  }),
  zero: incident({
    match: { ...primary, endpoint: 'tickers' },
    when: { until: '30s' },
    fault: { poison: 'zero' },
  }),
  'btc-zero': incident({
    match: { ...primary, endpoint: 'tickers' },
    when: { until: '30s' },
    fault: { poison: 'zero', only: 'BTC' },
  }),
  'rows-reversed': incident({
    match: { ...primary, endpoint: 'tickers' },
    when: { until: '30s' },
    fault: { reply: (_, { body }) => ({ body: (body as unknown[]).toReversed() }) },
  }),
  'field-added': incident({
    match: { ...primary, endpoint: 'tickers' },
    when: { until: '30s' },
    fault: { reply: (_, { body }) => ({ body: (body as object[]).map((row) => ({ ...row, source: 'a' })) }) },
  }),
  'candles-down': incident({
    match: { ...primary, endpoint: 'candles' },
    when: { until: '20s' },
    fault: { status: 503 },
  }),
  flapping: {
    scenario: { rules: [unavailable('5s', '10s'), unavailable('15s', '20s'), unavailable('25s', '30s')] },
    coolDownMs: COOL_DOWN_MS,
  },
}
