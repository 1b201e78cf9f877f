/**
 * Back-pressure for pipelined requests. Node emits all of them as they arrive; here a limited number per connection is in
 * progress, the rest queue, and the socket is not read from meanwhile. Connections take turns, see `turns.ts`.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimer } from '../../kit/clock/timers.js'
import { getOrCreate } from '../../kit/maps.js'
import { isControl } from './control-body.js'
import { onDisconnect } from './disconnect.js'
import { createReadLimit, type ReadLimit } from './read-limit.js'
import { createTurns, type Turns } from './turns.js'

/** Requests per connection that are in progress: unanswered, or with an answer the client has not taken. */
export const MAX_BEGUN = 16
/** Queue limit per connection: more than one read of a socket (64 kB) can bring. */
export const MAX_WAITING = 3000
/** Queue limit per server. */
export const MAX_WAITING_IN_ALL = 20_000
/** Longest time a socket stays unread: a disconnect is not noticed meanwhile. */
const UNREAD_MS = 1000

const QUEUES = new WeakMap<Socket, ConnectionQueue>()

/** Unanswered requests of a connection. */
export function inFlightCount(socket: Socket): number {
  return QUEUES.get(socket)?.size ?? 0
}

const LOADS = new WeakMap<object, Load>()

/** Work in progress on all connections of an app, on any port. */
export function loadOf(app: object): Load {
  return getOrCreate(LOADS, app, () => createLoad())
}

export function createLoad(nowMs?: () => number): Load {
  return { waiting: 0, turns: createTurns(nowMs), reads: createReadLimit() }
}

/** Wraps a listener so that each connection's requests queue. */
export function enqueue(listener: RequestListener, all = createLoad()): RequestListener {
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

/** Shared by the connections of an app. */
export interface Load {
  waiting: number
  readonly turns: Turns
  readonly reads: ReadLimit
}

/** The requests of one connection. */
class ConnectionQueue {
  readonly #socket: Socket
  readonly #listener: RequestListener
  readonly #all: Load
  readonly #begun = new Set<ServerResponse>()
  /** At most one control call per connection is in progress: its reply may be long and is computed at once. */
  #hasControl = false
  #waiting: (readonly [IncomingMessage, ServerResponse])[] = []
  #isUnread = false
  #callOff = () => {}

  constructor(socket: Socket, listener: RequestListener, all: Load) {
    this.#socket = socket
    this.#listener = listener
    this.#all = all
    onDisconnect(socket, () => this.#leave())
  }

  get size(): number {
    return this.#begun.size + this.#waiting.length
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { waiting, turns, reads } = this.#all
    const { length } = this.#waiting
    const isIdleAndLight = this.#begun.size === 0 && !isControl(request)
    if (length === 0 && turns.isOpen(isIdleAndLight) && this.#mayBegin(request))
      this.#begin(request, response)
    else {
      reads.count()
      if (length >= MAX_WAITING || (length > 0 && waiting >= MAX_WAITING_IN_ALL)) {
        this.#socket.destroy()
        return
      }
      this.#waiting.push([request, response])
      this.#all.waiting++
      this.#stopReading()
      if (length === 0 && this.#mayBegin(request)) turns.enter(this)
    }
  }

  /** Bytes of replies that the client has not taken. */
  get unreadBytes(): number {
    let bytes = this.#socket.writableLength
    for (const response of this.#begun) bytes += response.writableLength
    return bytes
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Begins the next request if it may; whether another may follow. */
  beginNext(): boolean {
    const [next] = this.#waiting
    if (next === undefined || !this.#mayBegin(next[0])) return false
    this.#waiting.shift()
    this.#all.waiting--
    this.#begin(...next)
    if (this.#waiting.length === 0) this.#readOn()
    return this.#waiting.length > 0
  }

  /** Unread output holds back the next request, unless nothing else is in progress that would start it later. */
  #mayBegin(request: IncomingMessage): boolean {
    const { writableLength, writableHighWaterMark } = this.#socket
    const begun = this.#begun.size
    if (begun === 0) return true
    if (this.#hasControl && isControl(request)) return false
    return begun < MAX_BEGUN && writableLength < writableHighWaterMark
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const isHeavy = isControl(request)
    this.#begun.add(response)
    if (isHeavy) this.#hasControl = true
    response.on('close', () => this.#finish(response, isHeavy))
    this.#all.turns.use(this, isHeavy)
    this.#listener(request, response)
  }

  /** A reply was taken, or its connection ended. */
  #finish(response: ServerResponse, isHeavy: boolean): void {
    this.#begun.delete(response)
    if (isHeavy) this.#hasControl = false
    if (this.#begun.size === 0) this.#all.turns.leave(this)
    // `#leave` clears the queue of an ended connection.
    if (this.#waiting.length > 0 && !this.#socket.destroyed) this.#all.turns.enter(this)
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
    this.#begun.clear()
    this.#all.turns.leave(this)
    this.#all.waiting -= this.#waiting.length
    this.#waiting = []
  }
}
