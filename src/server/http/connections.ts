/** Numbers a server's connections, for journals. */
import type { Socket } from 'node:net'
import type { ClientConnection } from '../../api/routing/request.js'

export interface Connections {
  /** The connection of a socket; the same object for the same socket. */
  of(socket: Pick<Socket, 'localPort' | 'remoteAddress'>): ClientConnection
}

export function createConnections(nextNumber?: () => number): Connections {
  const known = new WeakMap<object, ClientConnection>()
  let number = 0
  return {
    of(socket) {
      const found = known.get(socket)
      if (found !== undefined) return found
      const { localPort, remoteAddress } = socket
      // IPv4, as a server that listens on :: reports it.
      const address = remoteAddress?.replace(/^::ffff:/, '')
      const made = { number: nextNumber?.() ?? ++number, localPort, address }
      known.set(socket, made)
      return made
    },
  }
}
