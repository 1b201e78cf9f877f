import type { ClientConnection } from '../../api/routing/request.js'
import { startStopwatch } from '../../kit/clock/timers.js'

export type ReplyOrder = ReturnType<typeof createReplyOrder>

/**
 * The order in which replies left, and which of them a client had seen when it sent its next request. Order of arrival proves
 * nothing, as concurrent requests may arrive after the first was answered. Certain is only: a sender has received everything that left
 * over its connection before, and an in-process caller everything returned to it. `next` numbers departures, `realMs` is the
 * stopwatch; both default to its own.
 */
export function createReplyOrder(
  next: (last: number) => number = (last) => last + 1,
  realMs: () => number = startStopwatch(),
) {
  let last = 0
  const depart = (): number => {
    last = next(last)
    return last
  }
  const lastOver = new WeakMap<ClientConnection, number>()
  return {
    /** The last departure that a sender has certainly seen; 0 for none. */
    seenBy: (sender: ClientConnection | undefined) =>
      sender === undefined ? last : (lastOver.get(sender) ?? 0),
    /** Records a departure; calls `onLeft` with its number, from 1, once the client can have seen it. */
    leave(sender: ClientConnection | undefined, onLeft: (departure: number) => void): void {
      if (sender !== undefined) {
        const departure = depart()
        lastOver.set(sender, departure)
        onLeft(departure)
        return
      }
      // The caller resumes later than this, so requests sent in the same turn do not count as having seen it.
      void Promise.resolve().then(() => onLeft(depart()))
    },
    /** Real ms on the stopwatch shared by all journals. */
    realMs,
  }
}
