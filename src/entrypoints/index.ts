/** The public API of the package. */

import '../kit/supported-node.js'

export { UserError } from '../kit/errors.js'
export type { BaseUrls } from '../market/catalogue/base-urls.js'
export type { BaseName, NetworkName } from '../market/catalogue/names.js'
export { BASES, NETWORKS } from '../market/catalogue/networks.js'
export { PERIODS, type Period } from '../market/price/periods.js'
export type {
  CheckReport,
  FailOn,
  Level,
  Report,
  RunVerdict,
  ScenarioReport,
  Verdict,
  VerdictChange,
} from '../rehearsal/report.js'
export type * from '../scenario/custom-catalogue/input.js'
export type * from '../scenario/input.js'
export type { AskedRequest, EditableReply, ReplyFunction } from '../scenario/reply-function.js'
export type { AppListener } from '../server/http/lazy-app.js'
export type { RetryAfterPause } from '../session/clients/retry-after.js'
export type { JournalEntry } from '../session/journal/entry.js'
export type * from './testing/api.js'
export { connect } from './testing/connect.js'

export type * from './testing/journal-api.js'
export * from './testing/matchers.js'
export { type PriceRow, usd } from './testing/prices.js'
export { type RehearsedClient, type RehearseOptions, rehearse } from './testing/rehearse.js'
export type {
  Ask,
  Candle,
  Market,
  MarketInfo,
  MarketRates,
  Replies,
  SignedPrice,
  Ticker,
  Token,
} from './testing/replies.js'
export { savedReplies } from './testing/saved-replies.js'
export { createApp, startSimulator } from './testing/start.js'
export type * from './testing/start-options.js'
export type * from './testing/stream-api.js'
