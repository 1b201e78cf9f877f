/**
 * Turns for pipelined requests and control calls. Node begins every request that it has parsed; here a connection has one in
 * progress, as its replies are sent in order anyway, and whatever waits begins for a few milliseconds per turn of the event loop,
 * one connection after the other. So nobody's pipeline delays another's request, and an unread reply holds back the next.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { nextTurn, processMs } from '../../kit/clock/timers.js'
import { getOrCreate } from '../../kit/maps.js'

const TURN_MS = 10
/** Unanswered requests per connection: more than one read of a socket (64 kB) can bring. */
export const MAX_UNANSWERED = 3000
/** Waiting requests of all connections. */
export const MAX_WAITING = 20_000

type Begin = () => void

/** The unanswered requests of each connection in order; the first is in progress, or may be. */
const LINES = new WeakMap<Socket, Begin[]>()

export function unansweredCount(socket: Socket): number {
  return LINES.get(socket)?.length ?? 0
}

const TURNS = new WeakMap<object, ReturnType<typeof createTurns>>()

/** The turns of all connections of an app, on any port. */
export function turnsOf(app: object) {
  return getOrCreate(TURNS, app, () => createTurns())
}

export function createTurns(nowMs = processMs) {
  let ready: Begin[] = []
  const run = async (): Promise<void> => {
    await nextTurn()
    const endMs = nowMs() + TURN_MS
    let begun = 0
    while (begun < ready.length && (begun === 0 || nowMs() < endMs)) ready[begun++]?.()
    ready = ready.slice(begun)
    if (ready.length > 0) void run()
  }
  return {
    waiting: 0,
    /** Calls `begin` in this turn of the event loop or a later one. */
    wait: (begin: Begin) => void (ready.push(begin) === 1 && run()),
  }
}

/** Wraps a listener so that requests take turns. */
export function inTurn(listener: RequestListener, turns: ReturnType<typeof createTurns>): RequestListener {
  return (request, response) => {
    const { socket } = request
    const line = getOrCreate(LINES, socket, (): Begin[] => [])
    if (line.length >= MAX_UNANSWERED || (line.length > 0 && turns.waiting >= MAX_WAITING))
      return void socket.destroy()
    const finish = (): void => {
      line.shift()
      if (line[0] !== undefined) turns.wait(line[0])
    }
    const begin = (): void => {
      turns.waiting--
      // Node closes the response in progress alone.
      if (socket.destroyed) finish()
      else listener(request, response)
    }
    response.once('close', finish)
    turns.waiting++
    if (line.push(begin) > 1) return
    if (isControl(request)) turns.wait(begin)
    else begin()
  }
}

/** `/__sim/…`, also in a session, in absolute form, or below the path of an app that mounts the simulator. */
const CONTROL = /^[^?]*\/__sim(?:[/?]|$)/

export function isControl({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return CONTROL.test(url)
}
