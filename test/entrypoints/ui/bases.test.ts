/** The addresses panel: forecast replies, last clients, and the networks that are folded. */
import { expect, test } from 'vitest'
import { foldedInWords, foldingOf, forecastOf } from '../../../src/entrypoints/ui/bases/forecast.js'
import type { BaseState, Entry } from '../../../src/entrypoints/ui/replies.js'
import { askedInWords, clientOf } from '../../../src/entrypoints/ui/words.js'
import { toldEntry } from '../../support/told-entry.js'

type Fate = BaseState['endpoints'][number]
const good = (endpoint: string): Fate => ({ endpoint, rule: null, what: 'data', met: 'good' })
const down = (endpoint: string): Fate => ({ endpoint, rule: 'down', what: 'status 503', met: 'error' })
const stale = (endpoint: string): Fate => ({ endpoint, rule: 'old', what: 'data of 5m ago', met: 'wrong' })
const baseState = (network: string, base: string, ...endpoints: Fate[]): BaseState => ({
  network,
  base,
  url: `http://127.0.0.1:8650/${network}`,
  endpoints,
  perSecond: 0,
  last: null,
})
const arbitrum = (...endpoints: Fate[]) => forecastOf(baseState('arbitrum', 'primary', ...endpoints))

test.each([
  ['nothing goes wrong', [good('tickers'), good('ping')], { met: 'good', what: 'data', where: undefined }],
  ['one for all', [down('tickers'), down('ping')], { met: 'error', what: 'status 503', where: undefined }],
  [
    'the worst of several, with the affected endpoints',
    [down('tickers'), down('ping'), down('tokens'), stale('candles'), good('markets')],
    { met: 'error', what: 'status 503', where: 'tickers, ping +1, and other faults' },
  ],
])('the forecast of an address, %s', (_name, endpoints, forecast) => {
  expect(arbitrum(...endpoints)).toMatchObject(forecast)
})

test('the forecast names each endpoint with its rule', () => {
  expect(arbitrum(down('tickers'), stale('candles')).all).toContain('candles: data of 5m ago (old)')
})

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
test.each<[string, Partial<Entry>]>([
  ['curl/8.5.0', { userAgent: 'curl/8.5.0' }],
  ['python-requests/2.31', { userAgent: 'python-requests/2.31 more' }],
  ['Chrome 140', { userAgent: CHROME }],
  ['r-1', { requestId: 'r-1', connection: 3 }],
  ['connection 3', { connection: 3 }],
  ['in process', {}],
])('a client is named %s', (name, change) => {
  expect(clientOf(toldEntry(1, { connection: null, ...change }))).toBe(name)
})

const NETWORKS = ['arbitrum', 'avalanche', 'botanix']
const ALL = NETWORKS.flatMap((network) =>
  ['primary', 'fallback'].map((base) => baseState(network, base, good('tickers'))),
)
const networksIn = (bases: readonly Pick<BaseState, 'network'>[]) => [
  ...new Set(bases.map(({ network }) => network)),
]

const never = () => false

test('before any request, all networks but the first are folded', () => {
  const { open, folded } = foldingOf(ALL, never)
  expect([networksIn(open), networksIn(folded)]).toEqual([['arbitrum'], ['avalanche', 'botanix']])
  expect(foldingOf([], never)).toEqual({ open: [], folded: [] })
})

test('a request to one base unfolds its whole network, and folds the first', () => {
  const asked = ALL.map((one) =>
    one.network === 'avalanche' && one.base === 'fallback' ? { ...one, last: toldEntry(1) } : one,
  )
  const { open, folded } = foldingOf(asked, never)
  expect(open.map(({ network, base }) => `${network} ${base}`)).toEqual([
    'avalanche primary',
    'avalanche fallback',
  ])
  expect(networksIn(folded)).toEqual(['arbitrum', 'botanix'])
})

test('networks on which the scenario acts come first, in their order otherwise', () => {
  const last = ALL.map((one) => ({ ...one, last: toldEntry(1) }))
  const { open } = foldingOf(last, ({ network, base }) => network === 'botanix' && base === 'fallback')
  expect(networksIn(open)).toEqual(['botanix', 'arbitrum', 'avalanche'])
})

test('the folded line counts affected addresses, with the worst outcome', () => {
  expect(foldedInWords(ALL)).toEqual({ names: 'arbitrum, avalanche, botanix', met: 'good', what: 'data' })
  const struck = (met: 'wrong' | 'silent') => ({ ...good('tickers'), rule: 'r', what: 'hangs', met })
  const affected = ALL.map((one, index) => {
    if (index === 1) return { ...one, endpoints: [struck('wrong')] }
    return index === 2 ? { ...one, endpoints: [good('ping'), struck('silent')] } : one
  })
  expect(foldedInWords(affected)).toEqual({
    names: 'arbitrum, avalanche, botanix',
    met: 'silent',
    what: '2 of 6 affected',
  })
})

test('GET goes without saying', () => {
  expect(askedInWords(toldEntry(1))).toBe('/prices/tickers')
  expect(askedInWords(toldEntry(1, { method: 'POST' }))).toBe('POST /prices/tickers')
})
