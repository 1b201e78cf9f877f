/** What the control API says, as far as the page reads it. A test holds it against the schemas of the calls. */

import type { OutcomeClass } from '../core/outcome-class.js'

export interface ClockState {
  /** Virtual time, ISO 8601. */
  readonly now: string
  readonly mode: 'real' | 'frozen'
  /** Virtual seconds per real second while it runs. */
  readonly rate: number
}

export interface Hello {
  /** Differs from run to run of the server. */
  readonly instanceId: string
  readonly version: string
  readonly algorithm: number
  readonly session: string | null
}

export interface SessionView {
  /** Null for the server's own. */
  readonly id: string | null
  readonly seed: string
  readonly dialect: string
  /** Whether it has a catalogue of its own. */
  readonly catalogue: 'server' | 'own'
  readonly scenario: string | null
  /** The one that was ended last, while none is loaded. */
  readonly stopped: string | null
  readonly clock: ClockState
  readonly requests: number
  /** Requests that a fault keeps waiting now. */
  readonly held: number
  /** What shows the same again, for a shell. */
  readonly command: string
  /** What must lie beside it. The text of large ones is asked for. */
  readonly files: readonly { readonly name: string; readonly text?: string | undefined }[]
  /** What the command cannot repeat. */
  readonly notes: readonly string[]
}

export interface Counts {
  readonly requests: number
  /** Requests that a fault keeps waiting now. */
  readonly held: number
}

export interface SessionItem {
  readonly id: string
  readonly seed: string
}

/** A stretch of virtual time in ms since the scenario was loaded; without an end where `untilMs` is null. */
export interface Stretch {
  readonly fromMs: number
  readonly untilMs: number | null
}

export interface TimelineRule extends Stretch {
  readonly id: string
  /** The fault in words. */
  readonly what: string
  /** Match and trigger in words. */
  readonly match: string
  /** Null where it is about all. */
  readonly networks: readonly string[] | null
  readonly bases: readonly string[] | null
  readonly endpoints: readonly string[] | null
  readonly met: OutcomeClass
  readonly matched: number
  readonly fired: number
  /** Whether it could strike now. */
  readonly acting: boolean
}

export interface TimelineMove extends Stretch {
  /** As it is written: `*` moves all; null for what happens to the chain. */
  readonly asset: string | null
  readonly what: string
}

export interface Timeline {
  readonly name: string | null
  /** Virtual time, ISO 8601; null where no scenario is loaded. */
  readonly loadedAt: string | null
  readonly rules: readonly TimelineRule[]
  readonly events: readonly TimelineMove[]
  readonly prices: readonly TimelineMove[]
}

export interface EndpointFate {
  readonly endpoint: string
  /** The rule that would strike, if any. */
  readonly rule: string | null
  /** `data`, or the fault in words. */
  readonly what: string
  readonly met: OutcomeClass
}

export interface BaseState {
  readonly network: string
  readonly base: string
  readonly url: string
  readonly endpoints: readonly EndpointFate[]
  /** Requests per real second, over the last five. */
  readonly perSecond: number
  readonly last: Entry | null
}

/** One request, as the journal keeps it. */
export interface Entry {
  /** 1 for the first, and so on. */
  readonly n: number
  /** Virtual time of arrival, ISO 8601. */
  readonly at: string
  /** Null for one that came to no base address. */
  readonly network: string | null
  readonly base: string | null
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly method: string
  readonly url: string
  readonly urlLength: number
  readonly rule: string | null
  readonly status: number | null
  readonly outcome: string
  readonly met: OutcomeClass
  /** Real time until the reply had left; null while it has not. */
  readonly ms: number | null
  /** Real time until its client had gone away without a reply; null where it has not. */
  readonly goneMs: number | null
  readonly connection: number | null
  readonly userAgent: string | null
  readonly requestId: string | null
}

export interface JournalChange {
  readonly cursor: string
  /** Those that came or changed, oldest first. */
  readonly entries: readonly Entry[]
  /** How many were let go in between. */
  readonly missed: number
  /** Whether the journal was cleared or restored since: none of the old ones is any more. */
  readonly reset: boolean
}

/** Why a rule fired at a request, or not, as it was then. */
export interface RuleReason {
  readonly rule: string
  readonly fires: boolean
  /** Which of the requests that it matched this was. */
  readonly call: number | null
  readonly why: string
}

export interface EntryDetail {
  readonly entry: Entry
  readonly scenario: string | null
  /** In their order; null where the scenario of that time is not remembered. */
  readonly rules: readonly RuleReason[] | null
}

export interface Asset {
  readonly symbol: string
  /** The price process that it follows, which scenarios name. */
  readonly asset: string
  /** The asset that this one follows, if any. */
  readonly follows: string | null
  /** Decimal text in USD. */
  readonly price: string
  readonly min: string
  readonly max: string
  readonly decimals: number
}

/** Time in seconds since 1970, and prices in USD. */
export type Candle = readonly [atSeconds: number, open: number, high: number, low: number, close: number]

export interface Candles {
  /** Oldest first; the last one runs. */
  readonly candles: readonly Candle[]
  readonly decimals: number
  readonly at: string
}

export interface MarketChange {
  readonly network: string
  readonly symbol: string
  readonly period: string
  /** Null at the edge of time, like the price. */
  readonly candle: Candle | null
  /** The one before it, as it ended. */
  readonly before: Candle | null
  readonly price: { readonly min: string; readonly median: string; readonly max: string } | null
  readonly decimals: number
}

export interface ScenarioItem {
  readonly name: string
  readonly description: string
}

export interface ScenarioProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Everything that the stream says, by the name of its event. */
export interface WatchEvents {
  readonly hello: Hello
  readonly clock: ClockState
  readonly session: SessionView
  readonly counts: Counts
  /** The newest, and how many there are. */
  readonly sessions: { readonly sessions: readonly SessionItem[]; readonly count: number }
  readonly scenario: Timeline
  readonly bases: { readonly bases: readonly BaseState[] }
  readonly journal: JournalChange
  readonly market: MarketChange
  readonly end: { readonly why: string; readonly over: boolean }
}
