/**
 * Disconnects of clients. Node notifies the reply in turn only; replies queued behind it on the connection are never notified.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const WATCHED = new WeakMap<Socket, Set<() => void>>()

/** Calls `then` when the connection has ended. Returns a function that unsubscribes. */
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

/** Aborted when the client has disconnected or has its reply. */
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
