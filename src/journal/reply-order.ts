/**
 * In which order replies left, and which of them a client had seen when it sent its next request. Requests that are sent at
 * once arrive one after the other, and the last may arrive after the first was answered: their order of arrival says nothing.
 * What is certain: who sends over a connection has received all that left over it before, and what is asked in process
 * comes after what its caller was handed.
 */
import { startStopwatch } from '../clock/timers.js'
import type { ClientConnection } from '../routing/request.js'

export interface ReplyOrder {
  /** The last departure that whoever sends over this connection now has seen for certain; 0 for none. */
  seenBy(connection: ClientConnection | undefined): number
  /** A reply leaves over the connection: the number of its departure, from 1, is told once its client can have seen it. */
  leave(connection: ClientConnection | undefined, tell: (departure: number) => void): void
  /** Real ms on the stopwatch of all journals. */
  realMs(): number
}

/** `next` numbers departures, `realMs` is the stopwatch; their own where they are left out. */
export function createReplyOrder(
  next: (last: number) => number = (last) => last + 1,
  realMs: () => number = startStopwatch(),
): ReplyOrder {
  let last = 0
  const depart = (): number => {
    last = next(last)
    return last
  }
  const lastOver = new WeakMap<ClientConnection, number>()
  return {
    seenBy: (connection) => (connection === undefined ? last : (lastOver.get(connection) ?? 0)),
    leave(connection, tell) {
      if (connection !== undefined) {
        const departure = depart()
        lastOver.set(connection, departure)
        tell(departure)
        return
      }
      // Its caller is handed it later than this: what else is asked in the same breath was not asked in the light of it.
      void Promise.resolve().then(() => tell(depart()))
    },
    realMs,
  }
}
