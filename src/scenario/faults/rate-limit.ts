import * as z from 'zod'
import { errorReply } from '../../api/routing/reply.js'
import { durationInWords } from '../../kit/text/duration.js'
import { defineFault } from '../define.js'
import { SCOPES } from '../token-bucket.js'
import { duration, optional, sentHeaders } from '../values.js'

const OF = { rule: '', base: ' of a base address', client: ' of a client' } as const

/** Token bucket, see `token-bucket.ts`: a request takes a token and continues with the next rule; without a token the reply is 429. */
export const rateLimit = defineFault({
  key: 'rateLimit',
  about:
    'token bucket: 429 with Retry-After while it is empty; refills evenly in virtual time; one for the `rule`, or `by` each `base` or `client` address',
  examples: ['{ rateLimit: { requests: 60, per: 1m, burst: 5, by: client } }'],
  shape: () => ({
    rateLimit: z.strictObject({
      requests: z.int().min(1),
      per: duration.refine((ms) => ms > 0, { error: 'write a duration above zero' }),
      burst: z.int().min(1).optional(),
      by: optional(
        z.enum(SCOPES),
        'One bucket for each base address, or for each IP address of clients; by default one for all requests of the rule',
      ),
      headers: sentHeaders.optional(),
    }),
  }),
  inWords({ rateLimit: { requests, per, burst, by = 'rule' } }) {
    const saved = burst === undefined ? '' : `, at most ${burst} at once`
    return `answers 429 beyond ${requests} requests per ${durationInWords(per)}${OF[by]}${saved}`
  },
  bucket: ({ rateLimit: { requests, per, burst = requests, by = 'rule' } }) => {
    return { requests, perMs: per, burst, by }
  },
  outcomeClass: 'error',
  flaw: null,
  stage: {
    on: 'reply',
    reply({ rateLimit: { headers } }, { atMs, waitMs }) {
      const retryAfter = String(Math.max(1, Math.ceil(waitMs / 1000)))
      return errorReply(429, ['too many requests'], atMs, { 'retry-after': retryAfter, ...headers })
    },
  },
})
