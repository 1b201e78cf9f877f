/** Numbers a server's connections, for journals. */
import type { ClientConnection } from '../routing/request.js'

export interface Connections {
  /** The connection of a socket; the same object for the same socket. */
  of(socket: { readonly localPort?: number | undefined }): ClientConnection
}

export function createConnections(nextNumber?: () => number): Connections {
  const known = new WeakMap<object, ClientConnection>()
  let number = 0
  return {
    of(socket) {
      const found = known.get(socket)
      if (found !== undefined) return found
      const made = { number: nextNumber?.() ?? ++number, localPort: socket.localPort }
      known.set(socket, made)
      return made
    },
  }
}
