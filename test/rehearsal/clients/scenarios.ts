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

export const INCIDENTS: Readonly<Record<string, Incident>> = {
  down: incident({ match: primary, when: { until: '40s' }, fault: { close: true } }),
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
}
