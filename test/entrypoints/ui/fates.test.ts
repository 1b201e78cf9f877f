/** Summary of a base address: its forecast reply and its last client. */
import { expect, test } from 'vitest'
import { forecastOf } from '../../../src/entrypoints/ui/bases/forecast.js'
import type { BaseState, Entry } from '../../../src/entrypoints/ui/replies.js'
import { clientOf } from '../../../src/entrypoints/ui/words.js'
import { toldEntry } from '../../support/told-entry.js'

const good = (endpoint: string): BaseState['endpoints'][number] => ({
  endpoint,
  rule: null,
  what: 'data',
  met: 'good',
})
const down = (endpoint: string): BaseState['endpoints'][number] => ({
  endpoint,
  rule: 'down',
  what: 'status 503',
  met: 'error',
})
const stale = (endpoint: string): BaseState['endpoints'][number] => ({
  endpoint,
  rule: 'old',
  what: 'data of 5m ago',
  met: 'wrong',
})
const base = (...endpoints: BaseState['endpoints'][number][]): BaseState => ({
  network: 'arbitrum',
  base: 'primary',
  url: 'http://127.0.0.1:8650/arbitrum',
  endpoints,
  perSecond: 0,
  last: null,
})
const asker = (change: Partial<Entry>) => clientOf(toldEntry(1, { connection: null, ...change }))

test('a base on which nothing goes wrong answers with data', () => {
  expect(forecastOf(base(good('tickers'), good('ping')))).toMatchObject({
    met: 'good',
    what: 'data',
    where: undefined,
  })
})

test('an outcome common to all endpoints names none', () => {
  expect(forecastOf(base(down('tickers'), down('ping')))).toMatchObject({
    met: 'error',
    what: 'status 503',
    where: undefined,
  })
})

test('shows the worst of several faults, with the affected endpoints', () => {
  const fate = forecastOf(
    base(down('tickers'), down('ping'), down('tokens'), stale('candles'), good('markets')),
  )
  expect(fate).toMatchObject({
    met: 'error',
    what: 'status 503',
    where: 'tickers, ping +1, and other faults',
  })
  expect(fate.all).toContain('candles: data of 5m ago (old)')
})

test('client: program, request id or connection', () => {
  expect(asker({ userAgent: 'curl/8.5.0' })).toBe('curl/8.5.0')
  expect(asker({ userAgent: 'python-requests/2.31 more' })).toBe('python-requests/2.31')
  expect(
    asker({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' }),
  ).toBe('Chrome 140')
  expect(asker({ requestId: 'r-1', connection: 3 })).toBe('r-1')
  expect(asker({ connection: 3 })).toBe('connection 3')
  expect(asker({})).toBe('in process')
})
