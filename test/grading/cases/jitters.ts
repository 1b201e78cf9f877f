import { expect } from 'vitest'
import { type Case, calm, caseOf, down, every, failing } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: calm }),
  caseOf('four of a kind', 'inconclusive', null, {
    requests: [0, 1, 2, 3].flatMap((client) => failing([100], { client })),
  }),
  caseOf('polls only', 'not exercised', null, {
    requests: [0, 1, 2, 3, 4].flatMap((client) => [
      ...calm.map((one) => ({ ...one, client })),
      ...every(1000, 10_000, 40_000, { ...down, client }),
    ]),
  }),
  caseOf('five in step', 'fail', 0, {
    requests: [0, 1, 2, 3, 4].flatMap((client) => failing([500], { client })),
  }),
  caseOf('five spread', 'pass', expect.closeTo(0.632, 2) as unknown as number, {
    requests: [100, 300, 500, 700, 900].flatMap((ms, client) => failing([ms], { client })),
  }),
]
