import type { Connection, Reply } from '../api/routing/reply.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Effect } from '../kit/outcome-class.js'
import type { NetworkName } from '../market/catalogue/names.js'
import type { JournalRecord, StreamFacts } from './journal/entry.js'

/** Records the requests of a session and their replies during a rehearsal. */
export interface Recorder {
  /** Records the request of journal entry `line`; returns the connection on which to answer it. */
  arrived(request: ApiRequest, line: JournalRecord, connection: Connection): Connection
  /** Records that the answer of the request of journal entry `line` failed. */
  failed(line: JournalRecord): void
  /** Records that the stream of journal entry `line` was opened, or has changed: its subscriptions, the rule that acts on it, its end. */
  streamed(line: JournalRecord, facts: StreamFacts): void
  /** Records a frame of data. */
  framed(line: JournalRecord, frame: Buffer, data: FrameData): void
  /** Records the price that a client acted on; throws a UserError for an impossible one. */
  observe(price: ObservedPrice): void
  /** Records a request that reached no base address; `path` includes no query. */
  unmatched(path: string): void
}

/** The data of a frame, and the rule that changed it. */
export interface FrameData extends Effect, Pick<Reply, 'asOfMs' | 'struck'> {
  readonly channel: { readonly read: { readonly id: string } }
  readonly rule: string | null
  readonly outcome: string
}

export interface ObservedPrice {
  readonly symbol: string
  /** USD as a decimal number, or the string of the API where `raw` is set. */
  readonly price: string
  readonly raw?: boolean | undefined
  readonly network?: NetworkName | undefined
}
