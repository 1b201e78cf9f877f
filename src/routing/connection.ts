import type { Encoding } from './encoding.js'
import type { Reply } from './reply.js'

/**
 * How replies leave: what a fault may do with the connection. `http/` has the one that touches sockets; a reply
 * asked for in process has one that builds a Response.
 *
 * Waiting is real time. A wait ends early when the held requests are freed (another scenario, the end of the session) or
 * the client goes away, so every fault must be prepared to go on at once.
 */
export interface Connection {
  /** The whole reply, correctly. */
  send(reply: Reply): void
  /**
   * Status and headers of `reply`, with `headers` on top; the body is up to `write` and `end`. Nothing is promised about
   * its length where `headers` have a transfer-encoding.
   */
  head(reply: Reply, headers?: Readonly<Record<string, string>>): void
  write(bytes: Buffer): void
  end(): void
  /** Bytes straight onto the connection, whatever was said before, which then is closed. */
  raw(bytes: Buffer): void
  /** RST. What was written before is on its way. */
  reset(): void
  /** FIN, whatever was promised. */
  close(): void
  /** Real ms since the request came. */
  elapsedMs(): number
  /** Whether the client wants the head alone (HEAD): what is written as a body then goes nowhere. */
  readonly headOnly: boolean
  /** How the client asks for bodies to be compressed; plain where undefined, as it is in process. */
  readonly encoding: Encoding | undefined
  /** Whether the client has gone away. */
  readonly gone: boolean
  /** Waits for `ms`, Infinity for as long as it is held; true when freed early. */
  wait(ms: number): Promise<boolean>
}
