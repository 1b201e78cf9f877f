import { type Case, calm, caseOf, down, flawed } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing is old, nothing fails', 'not exercised', null, { requests: calm, observations: [{}] }),
  caseOf('the client does not say', 'not observable', null, { requests: [{ at: 20_000, ...down }] }),
  caseOf('a price of no reply', 'not observable', null, {
    requests: [{ at: 20_000, ...down }],
    observations: [{ atMs: 21_000, price: 9 }],
  }),
  caseOf('no price at all', 'inconclusive', null, {
    requests: [{ at: 20_000, ...down }],
    observations: [{ atMs: 21_000, price: Number.NaN }],
  }),
  ...(
    [
      ['not observable', 10_000, null],
      ['fail', 62_000, 62_000],
    ] as const
  ).map(([verdict, age, measured]) =>
    caseOf(`one price of two in no reply, the other ${age} ms old`, verdict, measured, {
      requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
      contents: [flawed(null, 7, 20_000)],
      observations: [{ atMs: 20_000 + age, price: 7 }, { price: 9 }],
    }),
  ),
  ...(
    [
      ['pass', 10_000],
      ['warn', 40_000],
      ['fail', 62_000],
    ] as const
  ).map(([verdict, age]) =>
    caseOf(`data of ${age} ms ago`, verdict, age, {
      requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
      contents: [flawed(null, 7, 20_000)],
      observations: [{ atMs: 20_000 + age, price: 7 }],
    }),
  ),
  caseOf('a client that does nothing after the first old reply', 'inconclusive', null, {
    requests: [{ at: 20_000, met: 'wrong', flaw: 'stale' }],
    contents: [flawed(null, 7, 5000)],
    observations: [{ atMs: 9000, price: 7 }],
  }),
]
