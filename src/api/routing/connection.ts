import type { Encoding } from './encoding.js'
import type { Reply } from './reply.js'

/**
 * The reply's way out, with the connection faults. `server/http/connection.ts` writes to a socket, `server/http/local/connection.ts` builds a Response.
 *
 * Waits are real time and end early when held requests are freed (scenario change, end of session) or the client disconnects: every
 * fault must be able to continue at once.
 */
export interface Connection {
  /** Sends the whole reply. */
  send(reply: Reply): void
  /**
   * Sends status and headers of `reply`, with `headers` on top; `write` and `end` send the body. Omits Content-Length if `headers` have a
   * transfer-encoding.
   */
  head(reply: Reply, headers?: Readonly<Record<string, string>>): void
  write(bytes: Buffer): void
  end(): void
  /** Writes raw bytes, then closes the connection. */
  raw(bytes: Buffer): void
  /** Sends RST, after data already written. */
  reset(): void
  /** Sends FIN, whatever Content-Length announced. */
  close(): void
  /** Real ms since the request arrived. */
  elapsedMs(): number
  /** Whether this is HEAD: body data is discarded. */
  readonly headOnly: boolean
  /** Accepted encoding; undefined for none, as in process. */
  readonly encoding: Encoding | undefined
  /** Header names and values in turn: those of the request, and those sent so far, if known. */
  readonly requestHead?: readonly string[] | undefined
  readonly replyHead?: readonly string[] | undefined
  /** Whether the client has disconnected. */
  readonly gone: boolean
  /** Waits for `ms`, Infinity until freed; true if freed early. */
  wait(ms: number): Promise<boolean>
}
