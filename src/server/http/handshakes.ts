/** Bounds unfinished TLS handshakes, in time and number: beyond either, a connection is closed. */
import type { Socket } from 'node:net'
import { setTimer } from '../../kit/clock/timers.js'

/** Longest time from the connection, or its CONNECT, to a complete handshake, however slowly bytes arrive. */
export const LONGEST_HANDSHAKE_MS = 10_000
export const MAX_HANDSHAKES = 1000

export interface Handshakes {
  /** Begins that of a socket; beyond the limit, closes the oldest. Returns a function to call when the handshake is complete. */
  begin(socket: Pick<Socket, 'destroy' | 'once'>): () => void
  /** Closes all that are not complete. */
  close(): void
}

export function createHandshakes(): Handshakes {
  const unfinished = new Set<Pick<Socket, 'destroy'>>()
  return {
    begin(socket) {
      const cancel = setTimer(LONGEST_HANDSHAKE_MS, () => {
        // Of a socket that closed earlier there is no event.
        finish()
        socket.destroy()
      })
      const finish = (): void => {
        cancel()
        unfinished.delete(socket)
      }
      unfinished.add(socket)
      socket.once('close', finish)
      if (unfinished.size > MAX_HANDSHAKES) {
        const [oldest] = unfinished
        unfinished.delete(oldest)
        oldest.destroy()
      }
      return finish
    },
    close() {
      for (const socket of unfinished) socket.destroy()
    },
  }
}
