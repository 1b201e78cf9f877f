/**
 * Timeline of a rehearsed scenario, as plain data: the only input of checks and reports. Recorded live, so nothing is lost to eviction.
 *
 * Times are virtual ms since the rehearsal began (`atMs: 0` is the start of the warm-up); with programs the clock runs at rate 1, so they
 * are real ms, too. `endMs` and `untilMs` are null for what has not ended.
 */

import type { ClockJump } from '../kit/clock/jump.js'
import {
  type Effect,
  type Flaw,
  isFailedOutcome,
  type OutcomeClass,
  UNCHANGED,
} from '../kit/outcome-class.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'

export interface Timeline {
  /** Name of the scenario or its file. */
  readonly scenario: string
  readonly seed: string
  /** The scenario as it was written. */
  readonly text?: string
  /** Instant of `atMs: 0` on the virtual clock, ms since 1970. */
  readonly startedAtMs: number
  /** Names of each network's base addresses. */
  readonly bases: Readonly<Record<string, readonly BaseName[]>>
  readonly phases: readonly Phase[]
  /** In order of arrival. */
  readonly requests: Requests
  /** Contents sent with status 200 by tickers, signed prices and candles, in order of sending. */
  readonly contents: readonly Content[]
  /** In order of opening. */
  readonly streams?: readonly TimelineStream[]
  /** Requests that reached no base address, by path. */
  readonly unmatched?: readonly { readonly path: string; readonly count: number }[]
  readonly rules: readonly RuleWindow[]
  readonly events: readonly EventWindow[]
  readonly observations: readonly Observation[]
  /** One per copy of the program. */
  readonly programs: readonly Program[]
  /** True market prices of the symbols in question. */
  readonly market: readonly MarketLine[]
  /** Set if the rehearsal was interrupted. */
  readonly isCutShort?: true
  /** Set if the program is meant to end before the rehearsal. */
  readonly mayExit?: true
  /** Jumps of the virtual clock that were cut out, each where it was. */
  readonly jumps?: readonly ClockJump[]
}

export const EMPTY_TIMELINE: Timeline = {
  scenario: '',
  seed: '',
  startedAtMs: 0,
  bases: {},
  phases: [],
  requests: [],
  contents: [],
  rules: [],
  events: [],
  observations: [],
  programs: [],
  market: [],
}

export const PHASES = ['warm-up', 'incident', 'recovery'] as const
export type PhaseName = (typeof PHASES)[number]

export interface Phase {
  readonly name: PhaseName
  readonly fromMs: number
  readonly toMs: number
}

/** A request. Common parts are shared, as there may be a million. */
export interface TimelineRequest {
  /** Number in the session's journal, from 1. */
  readonly n: number
  readonly asked: Asked
  /** The decision on arrival. */
  readonly fate: Fate
  readonly atMs: number
  /** When the reply left, the connection broke, or the client gave up. */
  readonly endMs: number | null
  /** `open` while held, or until the end of the rehearsal. */
  readonly end: 'answered' | 'given-up' | 'open'
  /** Prices in its reply. */
  readonly content: Content | null
}

/** An open stream of prices. */
export interface TimelineStream {
  /** Number of its handshake in the session's journal. */
  readonly n: number
  readonly asked: Asked
  readonly openedMs: number
  /** Null while it is open, or until the end of the rehearsal. */
  readonly closedMs: number | null
  readonly closedBy: 'client' | 'server' | null
  /** All subscribed channels, from each change on. */
  readonly subscriptions: readonly { readonly atMs: number; readonly channels: readonly string[] }[]
  /** Rules that acted on it or its frames. */
  readonly faults: readonly { readonly atMs: number; readonly fate: Fate }[]
  /** Frames of prices, each as a reply of the read that it carries. */
  readonly frames: Requests
}

/** In order of arrival. */
export type Requests = readonly TimelineRequest[]
/** At least one, in order of arrival. */
export type SomeRequests = readonly [TimelineRequest, ...TimelineRequest[]]

export const isSome = (requests: Requests): requests is SomeRequests => requests.length > 0

/** Query and client; one object for equal ones. */
export interface Asked {
  readonly network: NetworkName
  readonly base: BaseName
  /** Null for unknown paths. */
  readonly endpoint: string | null
  readonly method: string
  /** Path and query below the base address. */
  readonly url: string
  /** The query at any base: network, endpoint and parameters. */
  readonly question: string
  /** `x-request-id`, if the client sends it. */
  readonly requestId: string | null
  /** Index of the program's copy; 0 if single or unknown. */
  readonly client: number
  readonly userAgent: string | null
}

/** The decision about a request; one object for equal ones. */
export interface Fate extends Effect {
  /** The rule that fired. */
  readonly rule: string | null
  /** Null if no status is sent. */
  readonly status: number | null
  /** As in the journal: `ok`, `error`, or the fault that acted. */
  readonly outcome: string
  /** Wait that Retry-After asked for from `endMs` on; null without that header. */
  readonly retryAfterMs: number | null
}

/** Prices in a reply. */
export interface Content {
  readonly network: NetworkName
  readonly endpoint: string
  /** Instant of its data on the timeline; negative before the start. */
  readonly asOfMs: number
  /** Null for sound data of any age. `invalid`: an error's body or another shape. */
  readonly flaw: Exclude<Flaw, 'stale'> | 'invalid' | null
  /** All prices of each symbol in USD, NaN if not a number; of an invalid body its numbers, under `*`. */
  readonly prices: ReadonlyMap<string, readonly number[]>
  /** First sent at. */
  readonly sentMs: number
  /** The same candles sorted by time, if their order is the only flaw. */
  readonly inOrder?: Content
}

/** When and where a rule may fire. */
export interface RuleWindow {
  readonly id: string
  /** Undefined for all. */
  readonly networks?: readonly NetworkName[]
  readonly bases?: readonly BaseName[]
  readonly endpoints?: readonly string[]
  readonly fromMs: number
  readonly untilMs: number | null
  /** Summary: `answers 429, Retry-After 2 s`. */
  readonly what: string
  /** Key of its fault; `delay` for a rule that only delays. */
  readonly fault: string
  /** Outcome for affected clients. */
  readonly met: OutcomeClass
  /** Whether it fires on some requests only: by calls, every, times or chance. */
  readonly isPartly: boolean
  /** Whether it refuses connections, so that no request shows it. */
  readonly isRefusing: boolean
  /** The certificate that clients must reject, such as `an expired certificate`. */
  readonly certificate?: string
}

/** A move of the market. */
export interface EventWindow {
  /** Assets; `*` for all, none for the chain. */
  readonly assets: readonly string[]
  readonly fromMs: number
  readonly untilMs: number | null
  readonly what: string
}

/** A price that the client reports acting on. */
export interface Observation {
  readonly atMs: number
  readonly symbol: string
  /** USD; NaN if not a number. */
  readonly price: number
  /** The text reported, if it cannot be read as a price. */
  readonly unreadable?: string
  /** Significant digits reported; all by default. */
  readonly digits?: number
  /** Undefined if the client did not say. */
  readonly network?: NetworkName
  readonly client: number
}

/** State of the program. */
export interface Program {
  readonly client: number
  /** Command line; null if started elsewhere. */
  readonly command: string | null
  /** Null if it ran to the end, or a signal ended it. */
  readonly exitCode: number | null
  /** Signal that ended it, other than the rehearsal's. */
  readonly signal: string | null
  /** Error thrown by a client in process. */
  readonly error: string | null
  /** When it ended on its own; null if it did not. */
  readonly exitMs: number | null
  /** File with its output. */
  readonly log: string | null
  /** End of its output. */
  readonly output?: readonly string[]
  /** Last lines of its output if it died. */
  readonly lastLines?: readonly string[]
}

/** Price curve of a symbol. */
export interface MarketLine {
  readonly symbol: string
  readonly network: NetworkName
  /** Pairs of virtual ms on the timeline and USD, one per second. */
  readonly points: readonly (readonly [atMs: number, price: number])[]
}

/** Requests within this time of the first were sent together. */
export const WAVE_MS = 50

/** Timers may fire slightly early, and clocks are read at different moments. */
export const TIMER_TOLERANCE_MS = 20

/** Whether a rule changed the outcome of a request. */
export function isStruck({ fate }: TimelineRequest): boolean {
  return fate.rule !== null && fate.outcome !== UNCHANGED
}

/** Whether a rule kept its client waiting until it gave up. Otherwise a slow machine or its own choice did, such as the loser of a hedge. */
function isOutwaited(request: TimelineRequest): boolean {
  return request.end === 'given-up' && isStruck(request)
}

/** Outcome for the client: the decision, unless the rule made it stop waiting. */
export function isFailed(request: TimelineRequest): boolean {
  return isFailedOutcome(request.fate.met) || isOutwaited(request)
}

/** Whether the client received a whole answer with data, right or wrong. */
export function isAnswered({ fate: { met }, end }: TimelineRequest): boolean {
  return end === 'answered' && (met === 'good' || met === 'wrong')
}

/** Whether a reply brought good data. */
export function isUseful({ fate, end }: TimelineRequest): boolean {
  return end === 'answered' && fate.met === 'good'
}

/** Whether a request brought its client nothing to use: no answer, an error, or bad data. */
export function isUseless(request: TimelineRequest): boolean {
  return request.fate.met !== 'good' || isOutwaited(request)
}

/** Other errors, such as 403 or 404, may be those of one base. */
const ABOUT_THE_QUERY = [400, 422]

/** Whether the reply rejects the query itself, which neither waiting nor another base fixes. */
export function isRefused({ fate: { status }, end }: TimelineRequest): boolean {
  return end === 'answered' && status !== null && ABOUT_THE_QUERY.includes(status)
}

/** Whether a rule covers requests for an endpoint of a base. */
export function isAbout(
  { networks, bases, endpoints }: RuleWindow,
  { network, base, endpoint }: Pick<Asked, 'network' | 'base' | 'endpoint'>,
): boolean {
  return (
    (networks?.includes(network) ?? true) &&
    (bases?.includes(base) ?? true) &&
    (endpoints === undefined || (endpoint !== null && endpoints.includes(endpoint)))
  )
}

/** The bases that were asked, each once. */
export function basesAsked(requests: Requests): BaseName[] {
  return [...new Set(requests.map(({ asked }) => asked.base))]
}

export function gapsOf(requests: Requests): number[] {
  return requests.slice(1).map(({ atMs }, index) => atMs - requests[index]!.atMs)
}
