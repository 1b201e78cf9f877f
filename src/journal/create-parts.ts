/** What the journals of a server have in common. */
import type { Metrics } from '../metrics/metrics.js'
import { createDepartures, type Departures } from './reply-order.js'
import type { Line } from './entry.js'
import { createLineBudget, type LineBudget } from './lines.js'

/** What all journals of a server share. */
export interface JournalParts {
  /** Told of every request once its reply has left, or its client before that; nobody is when left out. */
  readonly onEnd?: OnEnd | undefined
  readonly budget: LineBudget
  readonly departures: Departures
  /** What is taken down is also counted here, from which nothing is ever taken away. */
  readonly metrics?: Pick<Metrics, 'countRequest' | 'observeReply'>
}

/** What the lines of all journals of a server may take together. */
const MAX_LINES_BYTES = 64 << 20

/** `isGone` where the client has gone without a reply; `ms` is how long that took. */
export type OnEnd = (line: Line, ms: number, isGone: boolean) => void

export function createJournalParts(
  metrics?: JournalParts['metrics'],
  {
    maxBytes = MAX_LINES_BYTES,
    onEnd,
    departures = createDepartures(),
  }: {
    readonly maxBytes?: number
    readonly onEnd?: OnEnd | undefined
    readonly departures?: Departures
  } = {},
): JournalParts {
  return {
    budget: createLineBudget(maxBytes),
    departures,
    onEnd,
    ...(metrics && { metrics }),
  }
}
