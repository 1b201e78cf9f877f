/** The price stream for tests: a client without a socket, whose frames arrive on the session's clock. */
import { UserError } from '../../kit/errors.js'
import type { LocalStream } from '../../server/http/local/stream.js'
import type { SimulatorStream } from './stream-api.js'

/** Opens a stream; rejects with a UserError if its handshake is refused, and as `fetch` does if no reply arrives. */
export async function openStream(
  connect: (url: string) => Promise<LocalStream | Response>,
  url: string,
): Promise<SimulatorStream> {
  const opened = await connect(url)
  if (opened instanceof Response)
    throw new UserError(
      'the stream was refused',
      `status ${opened.status}: ${await opened.text()}`,
      'see the journal for the rule that decided',
    )
  const send = (op: string, channels: readonly string[]) => opened.send(JSON.stringify({ op, channels }))
  return {
    subscribe: (...channels) => send('subscribe', channels),
    unsubscribe: (...channels) => send('unsubscribe', channels),
    async next(channel?: string) {
      for (;;) {
        const text = await opened.next()
        if (text === undefined) return undefined
        const frame = JSON.parse(text)
        if (channel === undefined || frame.ch === channel) return frame
      }
    },
    closed: opened.closed,
    close: () => opened.close(),
  }
}
