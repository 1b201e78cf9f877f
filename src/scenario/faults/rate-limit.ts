import * as z from 'zod'
import { errorReply } from '../../api/routing/reply.js'
import { durationInWords } from '../../kit/text/duration.js'
import { defineFault } from '../define.js'
import { duration, sentHeaders } from '../values.js'

/** Token bucket, see `token-bucket.ts`: a request takes a token and continues with the next rule; without a token the reply is 429. */
export const rateLimit = defineFault({
  key: 'rateLimit',
  about: 'token bucket: 429 with Retry-After while it is empty; refills at a constant rate in virtual time',
  examples: [
    '{ rateLimit: { requests: 10, per: 1s } }',
    '{ rateLimit: { requests: 60, per: 1m, burst: 5 } }',
  ],
  shape: () => ({
    rateLimit: z.strictObject({
      requests: z.int().min(1),
      per: duration.refine((ms) => ms > 0, { error: 'write a duration above zero' }),
      burst: z.int().min(1).optional(),
      headers: sentHeaders.optional(),
    }),
  }),
  inWords({ rateLimit: { requests, per, burst } }) {
    const saved = burst === undefined ? '' : `, at most ${burst} at once`
    return `answers 429 beyond ${requests} requests per ${durationInWords(per)}${saved}`
  },
  bucket: ({ rateLimit: { requests, per, burst = requests } }) => ({ requests, perMs: per, burst }),
  outcomeClass: 'error',
  flaw: null,
  stage: {
    on: 'reply',
    reply({ rateLimit: { headers } }, { atMs, state }) {
      const retryAfter = String(Math.max(1, Math.ceil(state.waitMs / 1000)))
      return errorReply(429, ['too many requests'], atMs, { 'retry-after': retryAfter, ...headers })
    },
  },
})
