import * as z from 'zod'
import { defineFault } from '../define.js'

export const reset = defineFault({
  key: 'reset',
  about: 'TCP RST, before the head or inside the body',
  examples: ['{ reset: before }', '{ reset: body }'],
  shape: () => ({ reset: z.enum(['before', 'body']) }),
  inWords: ({ reset }) =>
    `resets the connection ${reset === 'before' ? 'before it answers' : 'inside the body'}`,
  outcomeClass: 'broken',
  flaw: null,
  stage: {
    on: 'connection',
    silent: ({ reset }) => reset === 'before',
    send(connection, reply, { reset }) {
      if (reset === 'body') {
        connection.head(reply)
        connection.write(reply.body.subarray(0, Math.ceil(reply.body.length / 2)))
      }
      return connection.reset()
    },
  },
})
