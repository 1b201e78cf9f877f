/** Clients that disconnect before they have their reply. */

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getOrCreate } from '../../kit/maps.js'

/** Called when a connection has ended: Node notifies the reply in turn only, never those queued behind it. */
const WATCHED = new WeakMap<Socket, Set<() => void>>()

/** Calls `then` when the connection has ended. Returns a function that unsubscribes. */
function onDisconnect(socket: Socket, then: () => void): () => void {
  const all = getOrCreate(WATCHED, socket, () => {
    const listeners = new Set<() => void>()
    socket.once('close', () => {
      for (const notify of listeners) notify()
    })
    return listeners
  })
  all.add(then)
  return () => void all.delete(then)
}

export function isDisconnected(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed
}

/** Aborted when the client has disconnected or has its reply. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const end = () => {
    callOff()
    gone.abort()
  }
  const callOff = onDisconnect(response.req.socket, end)
  response.once('close', end)
  if (isDisconnected(response)) end()
  return gone.signal
}
