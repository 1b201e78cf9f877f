/** Request bodies: mostly counted and discarded. */
import type { IncomingMessage } from 'node:http'
import { waitAtMost } from '../../kit/clock/timers.js'

/** Bytes above an endpoint's limit that are still read, for clients that read only after sending; then the connection ends. */
const MAX_DROPPED = 16 << 20

/**
 * The body's size in bytes. Resolves at once if a header declares it or there is no body, or above `most`; otherwise when the body
 * has arrived or the client has disconnected. The connection ends 16 MiB above `most`.
 */
export function discardBody(request: IncomingMessage, most: number): number | Promise<number> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  const announced = Number(length)
  // An app that mounts the simulator may have read it already.
  const isOver = request.readableEnded || request.destroyed
  if (isOver || (announced === 0 && coding === undefined)) return announced
  let bytes = 0
  // Read even if nobody needs the count: Node does not notice a disconnect on a socket that is not read.
  const counted = new Promise<number>((resolve) => {
    const end = (): void => {
      request.off('end', end).off('close', end)
      resolve(bytes)
    }
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > most) end()
      if (bytes > most + MAX_DROPPED) request.socket.destroy()
    })
    request.once('end', end).once('close', end)
  })
  return announced > most ? announced : counted
}

/** The body as text; empty above `most`. */
export async function readText(request: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  const keep = (part: Buffer) => parts.push(part)
  request.on('data', keep)
  const bytes = await discardBody(request, most)
  request.off('data', keep)
  return bytes > most ? '' : Buffer.concat(parts).toString()
}

/** How long a rejected body may go on arriving. */
const LINGER_MS = 2000

/**
 * Ends the connection after the reply in progress, which must say `connection: close`, and discards what is still arriving of the
 * body: closing a socket with unread data resets it, and a proxy or client that is still sending then loses the reply.
 */
export function lingerAfterReply(request: IncomingMessage, most: number): void {
  const { socket } = request
  // Node calls this once the reply is written.
  socket.destroySoon = () => {
    socket.end()
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    void waitAtMost(LINGER_MS, closed, true).then(() => socket.destroy())
  }
  void discardBody(request, most)
  request.resume()
}

export const MAX_BODY_BYTES = 1 << 20

/** Whether a control call declares a body above the limit. */
export function isBodyTooLong({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES
}
