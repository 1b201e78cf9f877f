import { durationInWords } from '../../kit/text/duration.js'
import { defineFault } from '../define.js'
import { duration } from '../values.js'

/** Limits the frames that a stream holds back. */
const MAX_MS = 600_000

export const slow = defineFault({
  key: 'slow',
  about: 'a stream whose frames arrive later, with the times that they had; at most 10m',
  examples: ['{ slow: 8s }'],
  shape: () => ({
    slow: duration.refine((ms) => ms > 0 && ms <= MAX_MS, { error: 'write a duration of up to 10m' }),
  }),
  inWords: ({ slow }) => `sends frames ${durationInWords(slow)} late`,
  outcomeClass: 'wrong',
  flaw: 'stale',
  stage: { on: 'stream', effect: ({ slow }) => ({ lateMs: slow }) },
})
