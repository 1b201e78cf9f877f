/** Bounds unfinished TLS handshakes, in time and number: beyond either, a connection is closed. */
import type { Socket } from 'node:net'
import { setTimer } from '../../kit/clock/timers.js'

/** Longest time from the connection, or its CONNECT, to a complete handshake, however slowly bytes arrive. */
export const LONGEST_HANDSHAKE_MS = 10_000
export const MAX_HANDSHAKES = 1000

export function createHandshakes() {
  const unfinished = new Map<Socket, () => void>()
  const close = (socket: Socket): void => {
    unfinished.get(socket)?.()
    socket.destroy()
  }
  return {
    /** Begins that of a socket; beyond the limit, closes the oldest. Returns a function to call when the handshake is complete. */
    begin(socket: Socket): () => void {
      const cancel = setTimer(LONGEST_HANDSHAKE_MS, () => close(socket))
      const finish = (): void => {
        cancel()
        unfinished.delete(socket)
      }
      unfinished.set(socket, finish)
      socket.once('close', finish)
      const [oldest] = unfinished.keys()
      if (unfinished.size > MAX_HANDSHAKES) close(oldest)
      return finish
    },
    closeAll: () => [...unfinished.keys()].forEach(close),
  }
}
