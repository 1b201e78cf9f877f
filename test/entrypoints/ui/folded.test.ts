/** Networks that the addresses panel folds, and their summary. */
import { expect, test } from 'vitest'
import { foldedInWords, foldingOf } from '../../../src/entrypoints/ui/bases/forecast.js'
import type { BaseState } from '../../../src/entrypoints/ui/replies.js'
import { askedInWords } from '../../../src/entrypoints/ui/words.js'
import { toldEntry } from '../../support/told-entry.js'

const GOOD = { endpoint: 'tickers', rule: null, what: 'data', met: 'good' } as const
const baseState = (network: string, base: string, more: Partial<BaseState> = {}): BaseState => ({
  network,
  base,
  url: `http://127.0.0.1:8650/${network}`,
  endpoints: [GOOD],
  perSecond: 0,
  last: null,
  ...more,
})
const NETWORKS = ['arbitrum', 'avalanche', 'botanix']
const ALL = NETWORKS.flatMap((network) => ['primary', 'fallback'].map((base) => baseState(network, base)))
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
  const struck = (met: 'wrong' | 'silent') => ({ ...GOOD, rule: 'r', what: 'hangs', met })
  const affected = ALL.map((one, index) =>
    index === 1
      ? { ...one, endpoints: [struck('wrong')] }
      : index === 2
        ? { ...one, endpoints: [GOOD, struck('silent')] }
        : one,
  )
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
