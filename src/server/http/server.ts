/** The HTTP server: it drains and closes, and answers what never reaches the app in the usual shape of errors. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorReply } from '../../api/routing/reply.js'
import { pause, realMillisecond, startStopwatch } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { isBodyTooLong } from './discard-body.js'
import { writeReply } from './reply-head.js'
import { inTurn, isControl, turnsOf, unansweredCount } from './turns.js'
import { beginUpgrade, withoutUpgrade } from './upgrade.js'

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
  let isClosing = false
  const checked: RequestListener = (request, response) => {
    // Crossed the end of its connection: no reply can reach the client.
    if (isClosing) return void request.socket.destroy()
    if (isDraining && unansweredCount(request.socket) === 1) response.shouldKeepAlive = false
    if (request.headers.host !== undefined || request.httpVersion === '1.0')
      return listener(request, response)
    // Servers must reject HTTP/1.1 without Host (RFC 9112); Node's own reply has no body.
    response.shouldKeepAlive = false
    writeReply(response, errorReply(400, [unreadable('the Host header is missing')], Number.NaN))
  }
  const queued = inTurn(checked, turnsOf(listener))
  const options = {
    requireHostHeader: false,
    keepAliveTimeout: IDLE_MS,
    // Of Node 22.21, 24.9 and newer: other offers are no upgrades.
    shouldUpgradeCallback: isForWebSocket,
  }
  const server = createServer(options, queued)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    // A socket is accepted anew if it offered another protocol.
    if (sockets.has(socket)) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('clientError', answerMalformed)
  server.on('connect', onConnect)
  server.on('upgrade', (request, socket, head) => {
    if (isForWebSocket(request)) return beginUpgrade(request, socket, head, queued)
    // An offer of another protocol, such as h2c by Java's client: answered as if it was not made.
    // The server adds its listener again.
    socket.removeAllListeners('timeout')
    socket.unshift(Buffer.concat([withoutUpgrade(request), head]))
    server.emit('connection', socket)
  })
  server.on('checkContinue', (request, response) => {
    if (!(isControl(request) && isBodyTooLong(request))) response.writeContinue()
    queued(request, response)
  })
  // `Expect` with a value other than 100-continue.
  server.on('checkExpectation', (_request, response) => {
    const message = 'this server supports no expectation but 100-continue'
    writeReply(response, errorReply(417, [message], Number.NaN))
  })
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
    /**
     * Accepts no new connection and finishes requests in progress, within seconds; `freeHeld` frees held requests, repeatedly, as open
     * connections may bring more. Call `close` then.
     */
    async drain(freeHeld: () => void): Promise<void> {
      isDraining = true
      stopAccepting(server)
      const elapsedMs = startStopwatch()
      let seen = new Map<Socket, number>()
      while (sockets.size > 0 && elapsedMs() < LONGEST_MS) {
        freeHeld()
        await pause(POLL_MS)
        const idle = [...sockets].filter((socket) => unansweredCount(socket) === 0)
        for (const socket of idle) if (seen.get(socket) === socket.bytesRead) socket.destroySoon()
        seen = new Map(idle.map((socket) => [socket, socket.bytesRead]))
      }
    },
    /** Reads HTTP from a socket, as from a connection of the server's own. */
    accept: (socket: Socket) => void server.emit('connection', socket),
    /**
     * Ends all connections, and resolves when the port is free and clients have closed idle ones, or soon if they do not. Requests in
     * progress fail last, those that `freeHeld` frees among them: a caller who awaits this call first handles their failures in time.
     */
    async close(freeHeld: () => void = () => {}): Promise<void> {
      isClosing = true
      const closed = new Promise<void>((resolve) => stopAccepting(server, () => resolve()))
      const idle = () => [...sockets].filter((socket) => unansweredCount(socket) === 0)
      for (const socket of idle()) socket.end()
      for (let turns = 0; idle().length > 0 && turns < TURNS_TO_NOTICE; turns++) await realMillisecond()
      freeHeld()
      server.close()
      // Sockets of tunnels, too.
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

const isForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** The close of node:http would end idle connections at once, even with a request on its way; a server of bun has no other. */
function stopAccepting(server: Server, onClose?: () => void): void {
  const { close }: Pick<NetServer, 'close'> = server instanceof NetServer ? NetServer.prototype : server
  close.call(server, onClose)
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

/** Longest pause between two requests of a connection, in the header Keep-Alive, too. Clients would take the end of one for a fault. */
export const IDLE_MS = 300_000
/** Turns of the event loop, of a millisecond each, in which clients notice the end of their idle connections. */
const TURNS_TO_NOTICE = 250
/** Cuts off what takes longer. Together with the wait for a silent store, shutdown stays below 10 s. */
const LONGEST_MS = 7000
/** Interval between checks of a connection, in which the event loop reads what arrives. */
const POLL_MS = 100

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** For requests that Node cannot parse. Closes the connection, without a reply if one was begun. */
function answerMalformed({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const status = STATUSES[code] ?? 400
  answerAndClose(socket, status, unreadable((STATUS_CODES[status] ?? '').toLowerCase()))
}

/** For CONNECT: opens no tunnel, and closes the connection. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  // The client may be gone already.
  socket.on('error', () => socket.destroy())
  answerAndClose(socket, 405, 'CONNECT is not allowed here, use GET', ['allow: GET, HEAD, OPTIONS'])
}

function unreadable(reason: string): string {
  return `the request cannot be read: ${reason}`
}

function answerAndClose(socket: Duplex, status: number, message: string, more: readonly string[] = []): void {
  // Node's own check before it would answer without a body.
  const { _httpMessage: under } = socket as { _httpMessage?: ServerResponse }
  if (!socket.writable || under?.headersSent) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ errors: [message] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'access-control-allow-origin: *',
    'x-content-type-options: nosniff',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...more,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
