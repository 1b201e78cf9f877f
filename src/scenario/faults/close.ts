import * as z from 'zod'
import { defineFault } from '../define.js'

/** Accepts the request and closes the connection with FIN, without sending a byte. */
export const close = defineFault({
  key: 'close',
  about: 'closes without a byte',
  examples: ['{ close: true }'],
  shape: () => ({ close: z.literal(true) }),
  inWords: () => 'closes the connection without a byte',
  outcomeClass: 'broken',
  flaw: null,
  stage: {
    on: 'connection',
    silent: () => true,
    send: (connection) => connection.close(),
  },
})
