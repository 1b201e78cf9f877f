/**
 * Back-pressure for pipelined requests. Node emits all of them as they arrive; here a limited number per connection is in
 * progress, the rest queue, and the socket is not read from meanwhile.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimer } from '../clock/timers.js'
import { onDisconnect } from './disconnect.js'

/** Requests per connection that are in progress: unanswered, or with an answer the client has not taken. */
export const MAX_BEGUN = 16
/** Queue limit per connection: more than one read of a socket (64 kB) can bring. */
export const MAX_WAITING = 3000
/** Queue limit per server. */
export const MAX_WAITING_IN_ALL = 100_000
/** Longest time a socket stays unread: a disconnect is not noticed meanwhile. */
const UNREAD_MS = 1000

const QUEUES = new WeakMap<Socket, ConnectionQueue>()

/** Unanswered requests of a connection. */
export function inFlightCount(socket: Socket): number {
  return QUEUES.get(socket)?.size ?? 0
}

/** Wraps a listener so that each connection's requests queue. */
export function enqueue(listener: RequestListener): RequestListener {
  const all = { waiting: 0 }
  return (request, response) => {
    const { socket } = request
    let queue = QUEUES.get(socket)
    if (queue === undefined) {
      queue = new ConnectionQueue(socket, listener, all)
      QUEUES.set(socket, queue)
    }
    queue.take(request, response)
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

  /** Unread output holds back the next request, unless nothing else is in progress that would start it later. */
  #mayBegin(): boolean {
    const { writableLength, writableHighWaterMark } = this.#socket
    return this.#begun === 0 || (this.#begun < MAX_BEGUN && writableLength < writableHighWaterMark)
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#begun++
    response.on('close', this.#next)
    this.#listener(request, response)
  }

  /** A reply was taken, or its connection ended. */
  readonly #next = (): void => {
    this.#begun--
    // `#leave` clears the queue of an ended connection.
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
    // Node resumes a socket after each reply.
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
