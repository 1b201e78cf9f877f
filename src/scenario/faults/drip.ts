import * as z from 'zod'
import { defineFault } from '../define.js'

const HINT = 'write whole bytes per second, at least 1'
/** Interval between writes, in ms; longer if less than a byte is due. */
const STEP_MS = 50

/** Sends the head at once, then the body at a constant rate. The rest follows at once when held requests are freed. */
export const drip = defineFault({
  key: 'drip',
  about: 'slow body, at a constant rate in bytes per real second',
  examples: ['{ drip: { bytesPerSecond: 2000 } }'],
  shape: () => ({ drip: z.strictObject({ bytesPerSecond: z.int({ error: HINT }).min(1, { error: HINT }) }) }),
  inWords: ({ drip: { bytesPerSecond } }) => `sends the body at ${bytesPerSecond} bytes per second`,
  outcomeClass: 'good',
  flaw: null,
  stage: {
    on: 'connection',
    bodyOnly: true,
    async send(connection, reply, { drip: { bytesPerSecond } }) {
      connection.head(reply)
      const bytesPerMs = bytesPerSecond / 1000
      const startMs = connection.elapsedMs()
      let sent = 0
      let freed = connection.headOnly
      while (sent < reply.body.length && !connection.gone) {
        freed ||= await connection.wait(
          Math.max(STEP_MS, (sent + 1) / bytesPerMs - (connection.elapsedMs() - startMs)),
        )
        const due = freed ? reply.body.length : Math.floor((connection.elapsedMs() - startMs) * bytesPerMs)
        connection.write(reply.body.subarray(sent, due))
        sent = Math.max(sent, due)
      }
      connection.end()
    },
  },
})
