import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { UserError } from '../../kit/errors.js'
import { isBodyTooLong, isControl } from './control-body.js'
import { drain } from './drain.js'
import { answerConnect, answerExpectation, answerMalformed, answerWithoutHost } from './malformed-request.js'
import { inTurn, turnsOf, unansweredCount } from './turns.js'

/** The Express app, or a wrapper of it. */
export type { RequestListener }

export interface Listening {
  /** For example `http://127.0.0.1:8650`. */
  readonly origin: string
  readonly address: string
  readonly port: number
  /** Accepts no new connection and finishes requests in progress, within seconds; `letGo` frees held requests. Call `close` then. */
  drain(letGo: () => void): Promise<void>
  /** Reads HTTP from a socket, as from a connection of the server's own. */
  accept(socket: Socket): void
  /** Ends all connections and resolves when the port is free. */
  close(): Promise<void>
}

/** Answers CONNECT. */
export type OnConnect = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Listens on `port`; 0 for any free one. Throws a UserError with exit code 4 if the port is not available. */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  onConnect: OnConnect = answerConnect,
): Promise<Listening> {
  // Answered here, as Node's own reply has no body.
  let isDraining = false
  const answer = withHost(listener)
  const begin: RequestListener = (request, response) => {
    if (isDraining && unansweredCount(request.socket) === 1) response.shouldKeepAlive = false
    answer(request, response)
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
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    drain(letGo) {
      isDraining = true
      return drain(server, sockets, letGo)
    },
    accept: (socket) => void server.emit('connection', socket),
    close() {
      const closed = close(server)
      // Sockets of tunnels, too.
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}

function withHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    const isWithout = request.headers.host === undefined && request.httpVersion !== '1.0'
    return isWithout ? answerWithoutHost(request, response) : listener(request, response)
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
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
