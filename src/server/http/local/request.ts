import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** A request that no socket brings. A failure of its body is passed to `onFailure`: over a socket, its client would disconnect. */
export class LocalRequest extends IncomingMessage {
  constructor(
    { method, url, headers, body, signal }: Request,
    onFailure: (error: unknown) => void = () => {},
  ) {
    super(new Socket())
    const { pathname, search } = new URL(url)
    this.method = method
    this.url = pathname + search
    this.headers = Object.fromEntries(headers)
    const reader = body?.getReader()
    // Express replaces the prototype; own properties survive.
    Object.assign(this, {
      _read: (size: number): void => {
        IncomingMessage.prototype._read.call(this, size)
        reader?.read().then(
          ({ done, value }) => this.push(done ? null : Buffer.from(value)),
          (error: unknown) => {
            onFailure(error)
            this.destroy()
          },
        )
      },
      _destroy: (reason: Error | null, done: () => void): void => {
        // A stream that cannot be cancelled is left alone.
        reader?.cancel(reason).catch(() => {})
        done()
      },
    })
    if (reader === undefined) this.push(null)
    else this.headers['transfer-encoding'] = 'chunked'
    // After the longest body that is discarded, too.
    this.socket.once('close', () => this.destroy())
    const giveUp = (): void => void this.destroy(signal.reason)
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
  }
}
