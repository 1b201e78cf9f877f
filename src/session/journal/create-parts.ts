/** Shared parts of a server's journals. */
import type { Metrics } from '../../kit/metrics/metrics.js'
import type { JournalRecord } from './entry.js'
import { createRecordBudget, type RecordBudget } from './lines.js'
import { createReplyOrder, type ReplyOrder } from './reply-order.js'

/** Shared parts of a server's journals. */
export interface JournalParts {
  /** Called for each request once its reply has left or its client has disconnected. */
  readonly onEnd?: OnEnd | undefined
  readonly budget: RecordBudget
  readonly departures: ReplyOrder
  /** Counters that are never reset. */
  readonly metrics?: Pick<Metrics, 'countRequest' | 'observeReply'>
}

/** Memory budget for the records of all journals. */
export const MAX_LINES_BYTES = 64 << 20

/** `isGone`: the client left without a reply. `ms` is the duration. */
export type OnEnd = (line: JournalRecord, ms: number, isGone: boolean, sessionId: string) => void

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
