import { type Case, calm, down, primaryDown } from '../../support/rehearsed.js'

export const CASES: readonly Case[] = [
  ['fails-back', 'the primary never fails', { requests: calm }, 'not exercised', null],
  [
    'fails-back',
    'back after half a minute',
    { requests: [{ at: 20_000, ...down }, { at: 100_000 }], rules: [primaryDown] },
    'pass',
    30_010,
  ],
  ['fails-back', 'never', { requests: [{ at: 20_000, ...down }], rules: [primaryDown] }, 'fail', null],
]
