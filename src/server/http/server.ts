import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pause, startStopwatch } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { isBodyTooLong } from './discard-body.js'
import { answerConnect, answerExpectation, answerMalformed, answerWithoutHost } from './malformed-request.js'
import { inTurn, isControl, turnsOf, unansweredCount } from './turns.js'

export type Listening = Awaited<ReturnType<typeof listen>>

/** Answers CONNECT. */
export type OnConnect = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Listens on `port`; 0 for any free one. Throws a UserError with exit code 4 if the port is not available. */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  onConnect: OnConnect = answerConnect,
) {
  let isDraining = false
  const begin: RequestListener = (request, response) => {
    if (isDraining && unansweredCount(request.socket) === 1) response.shouldKeepAlive = false
    // Answered here, as Node's own reply has no body.
    const isWithoutHost = request.headers.host === undefined && request.httpVersion !== '1.0'
    if (isWithoutHost) answerWithoutHost(request, response)
    else listener(request, response)
  }
  const queued = inTurn(begin, turnsOf(listener))
  const server = createServer({ requireHostHeader: false }, queued)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('clientError', answerMalformed)
  server.on('connect', onConnect)
  server.on('checkContinue', (request, response) => {
    if (!(isControl(request) && isBodyTooLong(request))) response.writeContinue()
    queued(request, response)
  })
  server.on('checkExpectation', answerExpectation)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotBind(error, host, port)))
    server.listen(port, host, resolve)
  })
  const { address, port: bound, family } = server.address() as AddressInfo
  return {
    address,
    port: bound,
    /** For example `http://127.0.0.1:8650`. */
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    /** Accepts no new connection and finishes requests in progress, within seconds; `letGo` frees held requests. Call `close` then. */
    drain(letGo: () => void): Promise<void> {
      isDraining = true
      return drain(server, sockets, letGo)
    },
    /** Reads HTTP from a socket, as from a connection of the server's own. */
    accept: (socket: Socket) => void server.emit('connection', socket),
    /** Ends all connections and resolves when the port is free. */
    close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      // Sockets of tunnels, too.
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}

function cannotBind(error: NodeJS.ErrnoException, host: string, port: number): UserError {
  const hints: Record<string, string> = {
    EADDRINUSE:
      'the port is in use, perhaps by another gmx-sim: stop it, or choose another port with --port (0 picks a free one)',
    EACCES: 'this user lacks the permission: choose a port above 1023 with --port',
    EADDRNOTAVAIL: 'the address is not local: choose another with --host',
  }
  const hint = hints[error.code ?? ''] ?? 'choose another address with --host and --port'
  return new UserError(`cannot listen on ${host}:${port}`, error.code ?? error.message, hint, 4)
}

/** Cuts off what takes longer. Together with the wait for a silent store, shutdown stays below 10 s. */
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
