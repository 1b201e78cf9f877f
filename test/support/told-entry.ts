import type { Entry } from '../../src/entrypoints/ui/replies.js'

/** A journal entry as sent to the page: by default successful tickers. */
export const toldEntry = (n: number, more: Partial<Entry> = {}): Entry => ({
  n,
  at: '2026-03-01T12:00:20.000Z',
  network: 'arbitrum',
  base: 'primary',
  endpoint: 'tickers',
  method: 'GET',
  url: '/prices/tickers',
  urlLength: 15,
  rule: null,
  status: 200,
  outcome: 'ok',
  met: 'good',
  ms: 3,
  goneMs: null,
  connection: 1,
  userAgent: null,
  address: '127.0.0.1',
  requestId: null,
  ...more,
})
