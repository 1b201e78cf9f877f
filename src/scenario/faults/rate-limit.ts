import * as z from 'zod'
import { formatDuration } from '../../core/duration.js'
import { errorReply } from '../../routing/reply.js'
import { defineFault } from '../define.js'
import { duration, sentHeaders } from '../values.js'

/**
 * A token bucket, see `token-bucket.ts`. While a token is there a request takes it and goes on to the next rule; while none is, the answer is 429.
 */
export const rateLimit = defineFault({
  key: 'rateLimit',
  about: '429 with Retry-After while the bucket is empty; so many requests come back per virtual time',
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
    return `answers 429 beyond ${requests} requests per ${formatDuration(per)}${saved}`
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
