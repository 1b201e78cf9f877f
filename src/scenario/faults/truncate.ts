import { defineFault } from '../define.js'
import { percentOf, share } from '../values.js'

/** Announces the whole body in Content-Length, sends a share of it (0: nothing), and closes the connection. */
export const truncate = defineFault({
  key: 'truncate',
  about: 'full Content-Length, only a share of the body, then closes',
  examples: ['{ truncate: 0.5 }'],
  shape: () => ({ truncate: share }),
  inWords: ({ truncate }) => `sends ${percentOf(truncate)} of the body, then closes the connection`,
  outcomeClass: 'broken',
  flaw: null,
  stage: {
    on: 'connection',
    bodyOnly: true,
    send(connection, reply, { truncate }) {
      connection.head(reply)
      connection.write(reply.body.subarray(0, Math.floor(reply.body.length * truncate)))
      connection.close()
    },
  },
})
