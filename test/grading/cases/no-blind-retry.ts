import { type Case, calm, caseOf, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('no 400', 'not exercised', null, { requests: calm }),
  caseOf('asked again when it is time to', 'pass', 1, {
    requests: [...calm, ...every(1000, 10_000, 20_000, { met: 'error', status: 400 })],
  }),
  caseOf('asked again at once', 'fail', 0, {
    requests: [...calm, { at: 20_000, met: 'error', status: 400 }, { at: 20_100, met: 'error', status: 400 }],
  }),
  caseOf('the other requests are of another generation', 'pass', 1, {
    requests: [
      ...calm,
      { at: 20_000, endpoint: 'candles', met: 'error', status: 400 },
      ...every(1000, 21_000, 40_000, { base: 'api', endpoint: 'api-prices-tickers' }),
    ],
  }),
  caseOf('one of two copies leaves the base for it', 'fail', 0, {
    requests: [
      ...calm,
      { at: 20_000, endpoint: 'candles', met: 'error', status: 400 },
      ...every(1000, 21_000, 40_000, { base: 'fallback' }),
      ...every(1000, 21_500, 40_000, { client: 1 }),
    ],
  }),
  caseOf('the base is left for it', 'fail', 0, {
    requests: [
      ...calm,
      { at: 20_000, endpoint: 'candles', met: 'error', status: 400 },
      ...every(1000, 21_000, 40_000, { base: 'fallback' }),
    ],
  }),
]
