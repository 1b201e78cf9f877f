/** The public API of the package. */

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
export type {
  CatalogueInput,
  CatalogueSource,
  MarketInput,
  NetworkInput,
  TokenInput,
} from '../scenario/custom-catalogue/input.js'
export type {
  DelayInput,
  Duration,
  EndpointId,
  EventInput,
  ExpectInput,
  FaultInput,
  MatchInput,
  Percent,
  PriceInput,
  PricesInput,
  RetryAfterInput,
  RuleInput,
  ScenarioInput,
  ScenarioSource,
  WhenInput,
} from '../scenario/input.js'
export type { AskedRequest, EditableReply, ReplyFunction } from '../scenario/reply-function.js'
export type { AppListener } from '../server/http/lazy-app.js'
export type { JournalEntry } from '../session/journal/entry.js'
export type { RetryAfterPause } from '../session/journal/retry-after.js'
export type {
  AdvanceOptions,
  AppOptions,
  ClockOptions,
  FakeTimers,
  Instant,
  Interception,
  InterceptOptions,
  JournalFilter,
  SessionOptions,
  SetPriceOptions,
  Simulator,
  SimulatorClock,
  SimulatorJournal,
  SimulatorOptions,
  SimulatorSession,
  SimulatorSnapshot,
  WaitOptions,
} from './testing/api.js'
export { createApp } from './testing/app.js'
export { type MatcherResult, matchers, type ReceivedOptions } from './testing/matchers.js'
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
export { startSimulator } from './testing/start.js'
