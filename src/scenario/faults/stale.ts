import * as z from 'zod'
import { formatDuration } from '../../core/duration.js'
import { defineFault } from '../define.js'
import { duration } from '../values.js'

/** The data of an earlier instant: `6s` ago, or (`frozen`) that of when the rule first fired. */
export const stale = defineFault({
  key: 'stale',
  about: 'data of so much virtual time ago, or frozen at the moment the rule first fired',
  examples: ['{ stale: 6s }', '{ stale: frozen }'],
  shape: () => ({
    stale: z.union([duration, z.literal('frozen')], { error: 'write a duration such as 6s, or frozen' }),
  }),
  inWords: ({ stale }) =>
    stale === 'frozen'
      ? 'sends the data of when it first fired'
      : `sends the data of ${formatDuration(stale)} ago`,
  outcomeClass: 'wrong',
  flaw: 'stale',
  stage: {
    on: 'as-of',
    question: ({ stale }, { atMs, firstFiredAtMs }) => ({
      atMs: stale === 'frozen' ? firstFiredAtMs : atMs - stale,
    }),
  },
})
