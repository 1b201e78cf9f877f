import { type Case, calm, caseOf, down, every } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  caseOf('nothing fails', 'not exercised', null, { requests: calm }),
  caseOf('stays with the one that answers', 'pass', 1, {
    requests: [
      { at: 20_000, ...down },
      ...every(1000, 20_100, 60_000, { base: 'fallback' }),
      { at: 60_000, ...down },
    ],
  }),
  caseOf('fails over after one failure, and returns to the base that it prefers', 'pass', 1, {
    requests: [
      ...calm,
      { at: 20_000, ...down },
      ...every(1000, 20_100, 25_000, { base: 'fallback' }),
      ...every(1000, 26_000, 60_000),
      { at: 60_000, ...down },
      { at: 60_100, base: 'fallback-2' },
    ],
  }),
  caseOf('drops it for another one, while the first still fails', 'fail', 0, {
    requests: [
      ...calm,
      { at: 20_000, ...down },
      { at: 20_100, base: 'fallback' },
      ...every(1000, 21_000, 60_000, { base: 'fallback-2' }),
      { at: 60_000, ...down },
    ],
  }),
  caseOf('drops it and goes on where it fails', 'fail', 0, {
    requests: [
      { at: 20_000, ...down },
      { at: 20_100, base: 'fallback' },
      ...every(1000, 21_000, 60_000, down),
    ],
  }),
  caseOf('a lone probe of a base that is never used', 'pass', 1, {
    requests: [
      ...calm,
      { at: 20_000, ...down },
      { at: 20_100, base: 'fallback' },
      { at: 20_900, base: 'fallback-2' },
      ...every(1000, 21_000, 60_000, { base: 'fallback' }),
      { at: 60_000, ...down },
    ],
  }),
]
