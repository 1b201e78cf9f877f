import { type Case, calm, down, every, type Line, priced } from '../../support/rehearsed.js'

/** A reply with this content at 20 s, and prices that are reported a second later. */
const replied = (content: ReturnType<typeof priced>, ...reported: Line['observations'] & {}): Line => ({
  requests: [...calm, { at: 20_000, met: 'wrong', content }],
  contents: [content],
  observations: reported.map((one) => ({ atMs: 21_000, ...one })),
})
const told = (verdict: Case[3], measured: number | null, name: string, line: Line): Case => [
  'refuses-bad-data',
  name,
  line,
  verdict,
  measured,
]
const good = (price: number) => priced(price, 5000)
const many = (count: number, price: number) => Array.from({ length: count }, () => ({ price, digits: 6 }))
const among = (contents: Line['contents'] & {}, line: Line): Line => ({
  ...line,
  contents: [...contents, ...(line.contents ?? [])],
})

/** Replies such as `{}` from 10 s on, and a price from before. */
const empty = (stepMs: number): Line => ({
  requests: [
    ...calm,
    ...every(stepMs, 10_000, 70_000, {
      met: 'wrong',
      content: { ...priced(7, 10_000, 'invalid'), prices: new Map() },
    }),
  ],
  contents: [good(7)],
  observations: [{ atMs: 9000, price: 7 }],
})

export const CASES: readonly Case[] = [
  told('not exercised', null, 'all data is sound', { requests: calm, observations: [{}] }),
  told('not observable', null, 'the client does not report', replied(priced(7, 20_000, 'poisoned'))),
  told('fail', 1, 'a price of a poisoned reply', replied(priced(7, 20_000, 'poisoned'), { price: 7 })),
  told('pass', 0, 'a partial reply that has the symbol', replied(priced(7, 20_000, 'partial'), { price: 7 })),
  told(
    'fail',
    1,
    'nothing for the symbol that a partial reply lacked',
    replied(priced(7, 20_000, 'partial'), { symbol: 'BTC', price: Number.NaN }),
  ),
  told(
    'fail',
    1,
    'a number from the body of an error',
    replied(
      { ...priced(0, 20_000, 'invalid'), prices: new Map([['*', [1500, 1.5e-9]]]) },
      { price: 1500, digits: 4 },
    ),
  ),
  told('fail', 2, 'no number, with nothing wrong but the status of a reply', {
    requests: [...calm, { at: 20_000, ...down }],
    observations: [{ price: Number.NaN }, { price: 0 }],
  }),
  told(
    'pass',
    0,
    'the same price in a sound reply: the kindest reading counts',
    among([good(7)], replied(priced(7, 20_000, 'poisoned'), { price: 7 })),
  ),
  told(
    'pass',
    0,
    'rounded to cents',
    among([good(2041.1951)], replied(priced(3000, 20_000, 'poisoned'), { price: 2041.2, digits: 6 })),
  ),
  told(
    'fail',
    1,
    'bad data rounded to cents',
    among([good(2041.1951)], replied(priced(3000.128, 20_000, 'poisoned'), { price: 3000.13, digits: 6 })),
  ),
  told(
    'not observable',
    null,
    'two digits match nothing',
    among([good(0.0312)], replied(priced(7, 20_000, 'poisoned'), { price: 0.03, digits: 1 })),
  ),
  told(
    'pass',
    0,
    'one price of twenty in no reply',
    among([good(2041.2)], replied(priced(7, 20_000, 'poisoned'), ...many(19, 2041.2), { price: 9 })),
  ),
  told(
    'not observable',
    null,
    'two prices of twenty in no reply',
    among([good(2041.2)], replied(priced(7, 20_000, 'poisoned'), ...many(18, 2041.2), ...many(2, 9))),
  ),
  told(
    'fail',
    1,
    'prices in no reply excuse no bad data',
    replied(priced(7, 20_000, 'poisoned'), ...many(5, 9), { price: 7 }),
  ),
  told('fail', 60, 'polls on although no reply has a price', empty(1000)),
  told('pass', 0, 'asks less often for replies without prices', empty(2000)),
  told('pass', 0, 'asks another base after four replies without prices', {
    ...empty(1000),
    requests: [
      ...calm,
      ...(empty(1000).requests ?? []).slice(10, 14),
      ...every(1000, 14_000, 70_000, { base: 'fallback' }),
    ],
  }),
  told('inconclusive', null, 'a client that does nothing after the first of them', {
    ...replied(priced(7, 20_000, 'poisoned')),
    observations: [{ atMs: 9000, price: 7.5 }],
    contents: [good(7.5), priced(7, 20_000, 'poisoned')],
  }),
]
