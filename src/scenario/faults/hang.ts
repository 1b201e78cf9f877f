import * as z from 'zod'
import { defineFault } from '../define.js'

/** Takes the request and never answers. When held requests are freed the connection is closed. */
export const hang = defineFault({
  key: 'hang',
  about: 'takes the request, never answers',
  examples: ['{ hang: true }'],
  shape: () => ({ hang: z.literal(true) }),
  inWords: () => 'never answers',
  seam: {
    on: 'wire',
    silent: () => true,
    async send(wire) {
      await wire.wait(Number.POSITIVE_INFINITY)
      wire.close()
    },
  },
})
