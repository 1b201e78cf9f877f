import * as z from 'zod'
import { defineFault } from '../define.js'

/** Written for how long it lasts. */
const DURATION = /^\d+(ms|[smhd])$/

/** Accepts the request and never answers. The connection closes when held requests are freed. */
export const hang = defineFault({
  key: 'hang',
  about: 'accepts the request, never answers',
  examples: ['{ hang: true }'],
  shape: () => ({
    hang: z.literal(true, {
      error: ({ input }) =>
        typeof input === 'string' && DURATION.test(input)
          ? `write \`hang: true\` and \`when: { until: ${input} }\``
          : undefined,
    }),
  }),
  inWords: () => 'never answers',
  outcomeClass: 'silent',
  flaw: null,
  stage: {
    on: 'connection',
    silent: () => true,
    async send(connection) {
      await connection.wait(Number.POSITIVE_INFINITY)
      connection.close()
    },
  },
})
