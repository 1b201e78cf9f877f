import * as z from 'zod'
import { defineFault } from '../define.js'

const HINT = 'write whole bytes per second, at least 1'
/** How often bytes are sent, in ms, unless there is not one to send by then. */
const STEP_MS = 50

/** The head at once, then the body at so many bytes per second. When held requests are freed the rest goes out at once. */
export const drip = defineFault({
  key: 'drip',
  about: 'slow body, at so many bytes per second of real time',
  examples: ['{ drip: { bytesPerSecond: 2000 } }'],
  shape: () => ({ drip: z.strictObject({ bytesPerSecond: z.int({ error: HINT }).min(1, { error: HINT }) }) }),
  inWords: ({ drip: { bytesPerSecond } }) => `sends the body at ${bytesPerSecond} bytes per second`,
  outcomeClass: 'good',
  flaw: null,
  stage: {
    on: 'connection',
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
