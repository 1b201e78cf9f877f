/** The data that a client acted on, by the replies that it got. */
import { expect, test } from 'vitest'
import { clientsViewOf } from '../../src/grading/clients-view.js'
import { matchesOf } from '../../src/grading/matches.js'
import type { Content } from '../../src/grading/timeline.js'
import { calm, judged, type Line, priced, timelineOf } from '../support/rehearsed.js'

test('the evidence of old data is the request whose data was acted on', () => {
  const [old, fresh] = [priced(7, 20_000), priced(8, 50_000)]
  const report = judged('notices-stale', {
    requests: [
      ...calm.map((one) => ({ ...one, content: priced(6, one.at) })),
      { at: 20_000, met: 'wrong', flaw: 'stale', content: old },
      { at: 50_000, content: fresh },
    ],
    contents: [old, fresh],
    observations: [{ atMs: 60_000, price: 7 }],
  })
  expect([report.measured, report.evidence]).toEqual([40_000, [calm.length + 1]])
})

test('of replies with the same price, the youngest counts, and of equal ones the last', () => {
  const observations = [{ atMs: 30_000, price: 7 }]
  const sent = (asOfMs: number, sentMs: number): Content => ({ ...priced(7, asOfMs), sentMs })
  const matched = (...contents: Content[]) => matchesOf(timelineOf({ contents, observations }))[0].sources
  const [old, young] = [sent(10_000, 21_000), sent(20_000, 20_500)]
  expect(matched(old, young)).toEqual([young])
  expect(matched(young, old)).toEqual([young])
  const again = sent(20_000, 22_000)
  expect(matched(young, again)).toEqual([again])
})

/** Replies without a price of ETH, and one with it. */
const lacking = { ...priced(0, 10_000, 'partial'), prices: new Map() }
const [whole, broken] = [priced(7, 10_000, 'partial'), priced(7, 10_000, 'invalid')]

test.each([
  ['a partial reply that lacks it', [broken, lacking, whole], 'partial', lacking],
  ['a body that is not data', [lacking, broken, whole], 'invalid', broken],
  ['none, if all replies have it', [whole, priced(8, 10_000)], 'invalid', null],
  ['none, if a sound reply does not list it', [{ ...lacking, flaw: null }], 'invalid', null],
] as const)('a missing price is from %s', (_name, contents, reading, content) => {
  const observations = [{ atMs: 21_000, price: Number.NaN }]
  expect(matchesOf(timelineOf({ contents, observations }))).toEqual([
    { reading, ageMs: null, content, sources: [] },
  ])
})

/** One reply with two prices, of which that of BTC is poisoned. */
const poisoned: Content = {
  ...priced(7, 20_000, 'poisoned'),
  prices: new Map([
    ['ETH', [7]],
    ['BTC', [1]],
  ]),
}

test.each([
  ['good if the prices that its client reports are true', ['ETH'], 'good'],
  ['bad if one of them is not', ['ETH', 'BTC'], 'wrong'],
  ['bad if it lacks one of them', ['ETH', 'SOL'], 'wrong'],
] as const)('a poisoned reply is %s', (_name, symbols, met) => {
  const line: Line = {
    requests: [{ at: 20_000, met: 'wrong', flaw: 'poisoned', content: poisoned }],
    contents: [poisoned],
    observations: symbols.map((symbol) => ({ atMs: 21_000, symbol, price: 7 })),
    market: ['ETH', 'BTC', 'SOL'].map((symbol) => ({ symbol, network: 'arbitrum', points: [[0, 7]] })),
  }
  expect(clientsViewOf(timelineOf(line)).requests[0].fate.met).toBe(met)
})

test.each([
  ['a signal', { signal: 'SIGSEGV' }, 'See its log'],
  ['an exit code', { exitCode: 3 }, 'Catch what a request'],
  ['no failure', { exitCode: 0 }, 'Go on polling'],
] as const)('a program that ends with %s gets advice for it, and a remedy', (_name, end, advice) => {
  const report = judged('survives', { programs: [{ ...end, exitMs: 5000 }] })
  expect(report.because).toContain(advice)
  expect(report.remedy).toBe('survive')
})
