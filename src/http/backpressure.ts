/**
 * Back-pressure. HTTP lets a client send the next requests before it has read the last reply, and Node hands all of them on
 * as they come. Here so many of a connection are begun; those behind them wait for their turn, and the connection is
 * not read from while they do.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimer } from '../clock/timers.js'
import { onDisconnect } from './disconnect.js'

/** Requests of one connection that are begun, and not answered or their answers not taken. */
export const MAX_BEGUN = 16
/** More than one read of a socket brings (64 kB). */
export const MAX_WAITING = 3000
/** Of all connections of a server. */
export const MAX_WAITING_IN_ALL = 100_000
/** How long a connection with requests that wait is left unread, in which it is not seen that the client has gone. */
const UNREAD_MS = 1000

/** Of each connection over which a request has come. */
const LINES = new WeakMap<Socket, ConnectionQueue>()

/** How many requests of a connection have come and are not answered. */
export function inFlightCount(socket: Socket): number {
  return LINES.get(socket)?.size ?? 0
}

/** Hands on each connection's requests in their turn. */
export function enqueue(listener: RequestListener): RequestListener {
  const all = { waiting: 0 }
  return (request, response) => {
    const { socket } = request
    let line = LINES.get(socket)
    if (line === undefined) {
      line = new ConnectionQueue(socket, listener, all)
      LINES.set(socket, line)
    }
    line.take(request, response)
  }
}

/** The requests of one connection. */
class ConnectionQueue {
  readonly #socket: Socket
  readonly #listener: RequestListener
  readonly #all: { waiting: number }
  #begun = 0
  #waiting: (readonly [IncomingMessage, ServerResponse])[] = []
  #isUnread = false
  #callOff = () => {}

  constructor(socket: Socket, listener: RequestListener, all: { waiting: number }) {
    this.#socket = socket
    this.#listener = listener
    this.#all = all
    onDisconnect(socket, () => this.#leave())
  }

  get size(): number {
    return this.#begun + this.#waiting.length
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#waiting.length === 0 && this.#mayBegin()) this.#begin(request, response)
    else if (this.#waiting.length >= MAX_WAITING || this.#all.waiting >= MAX_WAITING_IN_ALL)
      this.#socket.destroy()
    else {
      this.#waiting.push([request, response])
      this.#all.waiting++
      this.#stopReading()
    }
  }

  /** What was written and not taken keeps the next from being begun, unless nothing else would call for it again. */
  #mayBegin(): boolean {
    const { writableLength, writableHighWaterMark } = this.#socket
    return this.#begun === 0 || (this.#begun < MAX_BEGUN && writableLength < writableHighWaterMark)
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#begun++
    response.on('close', this.#next)
    this.#listener(request, response)
  }

  /** When a reply has been taken. */
  readonly #next = (): void => {
    this.#begun--
    // What is left of a connection that has ended is let go of below.
    if (this.#socket.destroyed) return
    while (this.#waiting.length > 0 && this.#mayBegin()) {
      const [request, response] = this.#waiting.shift() as readonly [IncomingMessage, ServerResponse]
      this.#all.waiting--
      this.#begin(request, response)
    }
    if (this.#waiting.length === 0) this.#readOn()
  }

  #stopReading(): void {
    if (this.#isUnread) return
    this.#isUnread = true
    this.#socket.pause()
    // Node resumes a connection whenever a request of it has been answered.
    this.#socket.resume = () => this.#socket
    this.#callOff = setTimer(UNREAD_MS, () => this.#readOn())
  }

  #readOn(): void {
    if (!this.#isUnread) return
    this.#isUnread = false
    this.#callOff()
    delete (this.#socket as Partial<Socket>).resume
    this.#socket.resume()
  }

  #leave(): void {
    this.#callOff()
    this.#all.waiting -= this.#waiting.length
    this.#waiting = []
  }
}
