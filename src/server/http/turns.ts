/**
 * Turns of the event loop, shared by all connections of a server: each begins requests for a few milliseconds, round-robin, so
 * that no client's pipeline delays another's request. Also bounds the replies that clients do not take.
 */
import { nextTurn, processMs } from '../../kit/clock/timers.js'

/** Time per turn in which requests begin; the last may exceed it. */
const TURN_MS = 10
/** Pipelined requests that begin per turn: some are computed after all of them have begun. */
export const MAX_PER_TURN = 16
/** Unread replies of all connections, in bytes. Beyond it, the connection with the most is closed. */
export const MAX_UNREAD_BYTES = 128 << 20
/** Interval of measurements of unread replies. */
const MEASURE_MS = 100

/** A connection that takes turns. */
export interface TurnTaker {
  readonly unreadBytes: number
  /** Begins the next request if it may; whether another may follow. */
  beginNext(): boolean
  close(): void
}

export interface Turns {
  /** Unread replies of all connections. */
  unreadBytes(): number
  /** Whether a request may begin in this turn; a light one of an idle connection is limited by time only, even after a heavy one. */
  isOpen(isIdleAndLight: boolean): boolean
  /** Notes that a request begins. After a heavy one, computed at once, no queued one begins in this turn. */
  use(taker: TurnTaker, isHeavy: boolean): void
  /** Lets a connection begin requests in the next turns. */
  enter(taker: TurnTaker): void
  /** Forgets a connection without requests in progress. */
  leave(taker: TurnTaker): void
}

export function createTurns(nowMs: () => number = processMs): Turns {
  const ready = new Set<TurnTaker>()
  const active = new Set<TurnTaker>()
  let endMs: number | undefined
  let begun = 0
  let hasHeavy = false
  let measuredMs = Number.NEGATIVE_INFINITY
  let isPlanned = false

  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    void nextTurn().then(run)
  }
  const run = (): void => {
    isPlanned = false
    endMs = undefined
    begun = 0
    hasHeavy = false
    if (nowMs() - measuredMs >= MEASURE_MS) closeUnread()
    while (isOpen(false)) {
      const [taker] = ready
      if (taker === undefined) return
      ready.delete(taker)
      if (taker.beginNext()) ready.add(taker)
    }
    plan()
  }
  const isOpen = (isIdleAndLight: boolean): boolean =>
    (isIdleAndLight || (!hasHeavy && begun < MAX_PER_TURN)) && (endMs === undefined || nowMs() < endMs)
  const closeUnread = (): void => {
    measuredMs = nowMs()
    const unread = [...active].map((taker) => ({ taker, bytes: taker.unreadBytes }))
    let sum = unread.reduce((sum, { bytes }) => sum + bytes, 0)
    if (sum <= MAX_UNREAD_BYTES) return
    for (const { taker, bytes } of unread.toSorted((a, b) => b.bytes - a.bytes)) {
      if (sum <= MAX_UNREAD_BYTES) return
      sum -= bytes
      taker.close()
    }
  }
  return {
    unreadBytes: () => [...active].reduce((sum, taker) => sum + taker.unreadBytes, 0),
    isOpen,
    use(taker, isHeavy) {
      active.add(taker)
      begun++
      if (isHeavy) hasHeavy = true
      else endMs ??= nowMs() + TURN_MS
      plan()
    },
    enter(taker) {
      ready.add(taker)
      plan()
    },
    leave(taker) {
      active.delete(taker)
      ready.delete(taker)
    },
  }
}
