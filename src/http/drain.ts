/**
 * Ending without losing a request: no new connection is taken, what was begun is answered, and a connection ends when
 * nothing is under way on it and nothing more has come over it for a while.
 */
import type { Server as HttpServer } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { pause, startStopwatch } from '../clock/timers.js'
import { inFlightCount } from './backpressure.js'

/** What is under way for longer is cut off. With the lease of a store that has gone it makes less than ten seconds. */
const LONGEST_MS = 7000
/** Between two looks at a connection; the event loop reads what has come in between. */
const POLL_MS = 100

/** `letGo` frees requests that are held; it is called again and again, as more may come over connections that there are. */
export async function drain(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  letGo: () => void,
): Promise<void> {
  // That of node:http would end idle connections at once, also those over which a request is on its way.
  NetServer.prototype.close.call(server)
  const elapsedMs = startStopwatch()
  let seen = new Map<Socket, number>()
  while (sockets.size > 0 && elapsedMs() < LONGEST_MS) {
    letGo()
    await pause(POLL_MS)
    const idle = [...sockets].filter((socket) => inFlightCount(socket) === 0)
    for (const socket of idle) if (seen.get(socket) === socket.bytesRead) socket.destroySoon()
    seen = new Map(idle.map((socket) => [socket, socket.bytesRead]))
  }
}
