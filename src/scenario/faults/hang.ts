import * as z from 'zod'
import { defineFault } from '../define.js'

/** Takes the request and never answers. When held requests are freed the connection is closed. */
export const hang = defineFault({
  key: 'hang',
  about: 'takes the request, never answers',
  examples: ['{ hang: true }'],
  shape: () => ({ hang: z.literal(true) }),
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
