import * as z from 'zod'
import { durationInWords } from '../../kit/text/duration.js'
import { defineFault } from '../define.js'
import { only } from '../named-rows.js'
import { duration, optional } from '../values.js'

export const stale = defineFault({
  key: 'stale',
  about: 'data of an earlier virtual time, or frozen at the first firing of the rule',
  examples: ['{ stale: 6s }', '{ stale: frozen }', '{ stale: 20s, originTs: now }'],
  shape: () => ({
    stale: z.union([duration, z.literal('frozen')], { error: 'write a duration such as 6s, or frozen' }),
    originTs: optional(z.literal('now'), 'On a stream: dates frames of old data at the present instant'),
    only: only(),
  }),
  inWords: ({ stale }) =>
    stale === 'frozen' ? 'sends data frozen at its first firing' : `sends data ${durationInWords(stale)} old`,
  outcomeClass: 'wrong',
  flaw: 'stale',
  stage: {
    on: 'as-of',
    question: ({ stale, originTs }, { atMs, firstFiredAtMs }) => ({
      atMs: stale === 'frozen' ? firstFiredAtMs : atMs - stale,
      ...(originTs === 'now' && { originMs: atMs }),
    }),
  },
})
