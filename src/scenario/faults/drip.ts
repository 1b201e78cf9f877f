import * as z from 'zod'
import { defineFault } from '../define.js'
import { percentOf, share } from '../values.js'

const HINT = 'write whole bytes per second, at least 1'
/** Interval between writes, in ms; longer if less than a byte is due. */
const STEP_MS = 50

/** Sends the head at once, then the body, or a part of it, at a constant rate. The rest follows at once when held requests are freed. */
export const drip = defineFault({
  key: 'drip',
  about: 'slow body, at a constant rate in bytes per real second; `truncate` or `reset: body` may end it',
  examples: ['{ drip: { bytesPerSecond: 2000 } }', '{ drip: { bytesPerSecond: 2000 }, truncate: 0.5 }'],
  shape: () => ({
    drip: z.strictObject({ bytesPerSecond: z.int({ error: HINT }).min(1, { error: HINT }) }),
    truncate: share.optional(),
    reset: z.literal('body', { error: 'write body, as drip sends the head' }).optional(),
  }),
  inWords({ drip: { bytesPerSecond }, truncate, reset }) {
    const sent = truncate === undefined ? (reset ? 'half of ' : '') : `${percentOf(truncate)} of `
    const end = reset ? ', then resets the connection' : truncate === undefined ? '' : ', then closes it'
    return `sends ${sent}the body at ${bytesPerSecond} bytes per second${end}`
  },
  outcomeClass: ({ truncate, reset }) => ((truncate ?? reset) === undefined ? 'good' : 'broken'),
  flaw: null,
  stage: {
    on: 'connection',
    bodyOnly: true,
    async send(connection, reply, { drip: { bytesPerSecond }, truncate, reset }) {
      connection.head(reply)
      const part = truncate ?? (reset === undefined ? 1 : 0.5)
      const body = reply.body.subarray(0, Math.floor(reply.body.length * part))
      const bytesPerMs = bytesPerSecond / 1000
      const startMs = connection.elapsedMs()
      let sent = 0
      let freed = connection.headOnly
      while (sent < body.length && !connection.gone) {
        freed ||= await connection.wait(
          Math.max(STEP_MS, (sent + 1) / bytesPerMs - (connection.elapsedMs() - startMs)),
        )
        const due = freed ? body.length : Math.floor((connection.elapsedMs() - startMs) * bytesPerMs)
        connection.write(body.subarray(sent, due))
        sent = Math.max(sent, due)
      }
      if (reset !== undefined) return connection.reset()
      if (truncate === undefined) connection.end()
      else connection.close()
    },
  },
})
