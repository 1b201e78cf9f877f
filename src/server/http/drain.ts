/**
 * Graceful shutdown: accepts no new connection, finishes requests in progress, and ends a connection once it is idle and has
 * received nothing for a while.
 */
import type { Server as HttpServer } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { pause, startStopwatch } from '../../kit/clock/timers.js'
import { unansweredCount } from './turns.js'

/** Cuts off what takes longer. Together with a lost store's lease, shutdown stays below 10 s. */
const LONGEST_MS = 7000
/** Interval between checks of a connection, in which the event loop reads what arrives. */
const POLL_MS = 100

/** `letGo` frees held requests; called repeatedly, as open connections may bring more. */
export async function drain(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  letGo: () => void,
): Promise<void> {
  // The close of node:http would end idle connections at once, even with a request on its way.
  NetServer.prototype.close.call(server)
  const elapsedMs = startStopwatch()
  let seen = new Map<Socket, number>()
  while (sockets.size > 0 && elapsedMs() < LONGEST_MS) {
    letGo()
    await pause(POLL_MS)
    const idle = [...sockets].filter((socket) => unansweredCount(socket) === 0)
    for (const socket of idle) if (seen.get(socket) === socket.bytesRead) socket.destroySoon()
    seen = new Map(idle.map((socket) => [socket, socket.bytesRead]))
  }
}
