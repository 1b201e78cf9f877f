/** Bounds the requests parsed per turn of the event loop: past the limit, no connection is read until the next turn. */
import type { Socket } from 'node:net'
import { nextTurn } from '../../kit/clock/timers.js'

/** Requests that queue per turn, in addition to those in the last read of a socket (64 kB). */
export const MAX_QUEUED_PER_TURN = 1000

type Readable = Pick<Socket, 'isPaused' | 'pause' | 'resume' | 'once'>

export interface ReadLimit {
  /** Includes a connection until it closes. */
  watch(socket: Readable): void
  /** Counts a request that queues. */
  count(): void
}

export function createReadLimit(): ReadLimit {
  const sockets = new Set<Readable>()
  let queued = 0
  const pauseUntilNextTurn = async (): Promise<void> => {
    const paused = [...sockets].filter((socket) => !socket.isPaused())
    for (const socket of paused) socket.pause()
    await nextTurn()
    for (const socket of paused) socket.resume()
  }
  const restart = (): void => {
    queued = 0
  }
  return {
    watch(socket) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    },
    count() {
      if (++queued === 1) void nextTurn().then(restart)
      if (queued === MAX_QUEUED_PER_TURN) void pauseUntilNextTurn()
    },
  }
}
