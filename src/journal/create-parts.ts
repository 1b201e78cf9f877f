/** What the journals of a server have in common. */
import type { Metrics } from '../metrics/metrics.js'
import type { JournalRecord } from './entry.js'
import { createRecordBudget, type RecordBudget } from './lines.js'
import { createReplyOrder, type ReplyOrder } from './reply-order.js'

/** What all journals of a server share. */
export interface JournalParts {
  /** Told of every request once its reply has left, or its client before that; nobody is when left out. */
  readonly onEnd?: OnEnd | undefined
  readonly budget: RecordBudget
  readonly departures: ReplyOrder
  /** What is taken down is also counted here, from which nothing is ever taken away. */
  readonly metrics?: Pick<Metrics, 'countRequest' | 'observeReply'>
}

/** What the lines of all journals of a server may take together. */
const MAX_LINES_BYTES = 64 << 20

/** `isDisconnected` where the client has gone without a reply; `ms` is how long that took. */
export type OnEnd = (line: JournalRecord, ms: number, isGone: boolean) => void

export function createJournalParts(
  metrics?: JournalParts['metrics'],
  {
    maxBytes = MAX_LINES_BYTES,
    onEnd,
    departures = createReplyOrder(),
  }: {
    readonly maxBytes?: number
    readonly onEnd?: OnEnd | undefined
    readonly departures?: ReplyOrder
  } = {},
): JournalParts {
  return {
    budget: createRecordBudget(maxBytes),
    departures,
    onEnd,
    ...(metrics && { metrics }),
  }
}
