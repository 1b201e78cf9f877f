/**
 * When a client goes away. Node tells it of the one reply whose turn it is; those that wait behind it on the same connection
 * are never told.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const WATCHED = new WeakMap<Socket, Set<() => void>>()

/** Calls `then` when the connection has ended; returns how to call that off. */
export function onDisconnect(socket: Socket, then: () => void): () => void {
  let all = WATCHED.get(socket)
  if (all === undefined) {
    all = new Set()
    WATCHED.set(socket, all)
    const watching = all
    socket.once('close', () => {
      for (const tell of watching) tell()
    })
  }
  all.add(then)
  return () => void all.delete(then)
}

export function isDisconnected(request: IncomingMessage, response: ServerResponse): boolean {
  return response.destroyed || request.socket.destroyed
}

/** Aborted when the client has gone away, or has its reply. */
export function disconnectSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const end = () => {
    callOff()
    gone.abort()
  }
  const callOff = onDisconnect(request.socket, end)
  response.once('close', end)
  if (isDisconnected(request, response)) end()
  return gone.signal
}
