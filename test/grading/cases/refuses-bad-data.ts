import { type Case, calm, caseOf, down, every, type Line, priced } from '../../support/rehearsed.js'

/** A reply with this content at 20 s, and prices that are reported a second later. */
const replied = (content: ReturnType<typeof priced>, ...reported: Line['observations'] & {}): Line => ({
  requests: [...calm, { at: 20_000, met: 'wrong', content }],
  contents: [content],
  observations: reported.map((one) => ({ atMs: 21_000, ...one })),
})
const good = (price: number) => priced(price, 5000)
const many = (count: number, price: number) => Array.from({ length: count }, () => ({ price, digits: 6 }))
const among = (contents: Line['contents'] & {}, line: Line): Line => ({
  ...line,
  contents: [...contents, ...(line.contents ?? [])],
})

export const CASES: readonly Case[] = [
  caseOf('all data is sound', 'not exercised', null, { requests: calm, observations: [{}] }),
  caseOf('the client does not report', 'not observable', null, replied(priced(7, 20_000, 'poisoned'))),
  caseOf('a price of a poisoned reply', 'fail', 1, replied(priced(7, 20_000, 'poisoned'), { price: 7 })),
  caseOf('one price reported before the bad reply, of ten polls', 'not observable', null, {
    requests: [
      ...calm.map((one) => ({ ...one, content: priced(one.at, one.at) })),
      { at: 20_000, met: 'wrong', content: priced(7, 20_000, 'poisoned') },
    ],
    contents: [priced(5000, 5000)],
    observations: [{ atMs: 5000, price: 5000 }],
  }),
  caseOf(
    'a partial reply that has the symbol',
    'pass',
    0,
    replied(priced(7, 20_000, 'partial'), { price: 7 }),
  ),
  caseOf(
    'nothing for the symbol that a partial reply lacked',
    'fail',
    1,
    replied(priced(7, 20_000, 'partial'), { symbol: 'BTC', price: Number.NaN }),
  ),
  caseOf(
    'a number from the body of an error',
    'fail',
    1,
    replied(
      { ...priced(0, 20_000, 'invalid'), prices: new Map([['*', [1500, 1.5e-9]]]) },
      { price: 1500, digits: 4 },
    ),
  ),
  caseOf('no number, with nothing wrong but the status of a reply', 'fail', 2, {
    requests: [...calm, { at: 20_000, ...down }],
    observations: [{ price: Number.NaN }, { price: 0 }],
  }),
  caseOf(
    'the same price in a sound reply: the kindest reading counts',
    'pass',
    0,
    among([good(7)], replied(priced(7, 20_000, 'poisoned'), { price: 7 })),
  ),
  caseOf(
    'rounded to cents',
    'pass',
    0,
    among([good(2041.1951)], replied(priced(3000, 20_000, 'poisoned'), { price: 2041.2, digits: 6 })),
  ),
  caseOf(
    'bad data rounded to cents',
    'fail',
    1,
    among([good(2041.1951)], replied(priced(3000.128, 20_000, 'poisoned'), { price: 3000.13, digits: 6 })),
  ),
  caseOf(
    'two digits match nothing',
    'not observable',
    null,
    among([good(0.0312)], replied(priced(7, 20_000, 'poisoned'), { price: 0.03, digits: 1 })),
  ),
  caseOf(
    'one price of twenty in no reply',
    'pass',
    0,
    among([good(2041.2)], replied(priced(7, 20_000, 'poisoned'), ...many(19, 2041.2), { price: 9 })),
  ),
  caseOf(
    'two prices of twenty in no reply',
    'not observable',
    null,
    among([good(2041.2)], replied(priced(7, 20_000, 'poisoned'), ...many(18, 2041.2), ...many(2, 9))),
  ),
  caseOf(
    'prices in no reply excuse no bad data',
    'fail',
    1,
    replied(priced(7, 20_000, 'poisoned'), ...many(5, 9), { price: 7 }),
  ),
  caseOf('a true price of a reply in which another row is wrong', 'pass', 0, {
    ...replied(priced(2041.5, 20_000, 'poisoned'), { price: 2041.5 }),
    market: [{ symbol: 'ETH', network: 'arbitrum', points: [[20_000, 2041.2]] }],
  }),
  caseOf('without observations: leaves each bad reply at once', 'pass', 0, {
    requests: [
      ...calm,
      ...every(1000, 10_000, 15_000, { met: 'wrong', content: priced(0, 20_000, 'poisoned') }).flatMap(
        (one) => [one, { at: one.at + 20, base: 'fallback' as const }],
      ),
    ],
  }),
  caseOf('without observations: asks two bases together, one of which has bad data', 'not observable', null, {
    requests: every(1000, 0, 15_000).flatMap((one) => [
      one.at < 10_000 ? one : { ...one, met: 'wrong' as const, content: priced(0, 20_000, 'poisoned') },
      { at: one.at, base: 'fallback' as const },
    ]),
  }),
  caseOf('text that cannot be read as a price is not bad data', 'not observable', null, {
    ...replied(priced(7, 20_000, 'poisoned'), { price: Number.NaN, unreadable: '$2,041' }),
  }),
  caseOf('a client that does nothing after the first of them', 'inconclusive', null, {
    ...replied(priced(7, 20_000, 'poisoned')),
    observations: [{ atMs: 9000, price: 7.5 }],
    contents: [good(7.5), priced(7, 20_000, 'poisoned')],
  }),
]
