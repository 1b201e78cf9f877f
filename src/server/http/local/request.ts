import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** A request that no socket brings. A failure of its body is passed to `onFailure`: over a socket, its client would disconnect. */
export class LocalRequest extends IncomingMessage {
  readonly #body: ReadableStreamDefaultReader<Uint8Array> | undefined
  readonly #onFailure: (error: unknown) => void

  constructor(
    { method, url, headers, body, signal }: Request,
    onFailure: (error: unknown) => void = () => {},
  ) {
    super(new Socket())
    const { pathname, search } = new URL(url)
    this.method = method
    this.url = pathname + search
    this.headers = Object.fromEntries(headers)
    this.#onFailure = onFailure
    this.#body = body?.getReader()
    if (this.#body === undefined) this.push(null)
    else this.headers['transfer-encoding'] = 'chunked'
    // After the longest body that is discarded, too.
    this.socket.once('close', () => this.destroy())
    const giveUp = (): void => void this.destroy(signal.reason)
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
  }

  override _read(size: number): void {
    super._read(size)
    this.#body?.read().then(
      ({ done, value }) => this.push(done ? null : Buffer.from(value)),
      (error: unknown) => {
        this.#onFailure(error)
        this.destroy()
      },
    )
  }

  override _destroy(reason: Error | null, done: (error?: Error | null) => void): void {
    // A stream that cannot be cancelled is left alone.
    this.#body?.cancel(reason).catch(() => {})
    done()
  }
}
