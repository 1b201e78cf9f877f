/**
 * What happened in one rehearsal of one scenario, as plain data: the one thing that checks look at and reports are drawn
 * from. It is taken down while it happens, and no journal's ring can lose any of it.
 *
 * All times are virtual ms since the rehearsal began (`atMs: 0` is the beginning of the warm-up); over processes the clock
 * runs at rate 1, so they are real ms too. `endMs` and `untilMs` are null where a thing has not ended.
 */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import type { Effect, Flaw, OutcomeClass } from '../core/outcome-class.js'

export interface Timeline {
  /** The name of the scenario, or of its file. */
  readonly scenario: string
  readonly seed: string
  /** The instant of `atMs: 0`, in ms since 1970, on the virtual clock. */
  readonly startedAtMs: number
  /** The base addresses of each network, by name. */
  readonly bases: Readonly<Record<NetworkName, readonly BaseName[]>>
  readonly phases: readonly Phase[]
  /** In the order of arrival. */
  readonly requests: readonly TimelineRequest[]
  /** What was sent with status 200 in tickers, signed prices and candles, in the order of sending. */
  readonly contents: readonly Content[]
  /** Requests that reached no base address, by path. */
  readonly unmatched?: readonly { readonly path: string; readonly count: number }[]
  readonly rules: readonly RuleWindow[]
  readonly events: readonly EventWindow[]
  readonly observations: readonly Observation[]
  /** One for each copy of the program. */
  readonly programs: readonly Program[]
  /** What the market really did, for the symbols that the scenario or the client is about. */
  readonly market: readonly MarketLine[]
  /** Set if the rehearsal was interrupted. */
  readonly isCutShort?: true
}

export const PHASES = ['warm-up', 'incident', 'recovery'] as const
export type PhaseName = (typeof PHASES)[number]

export interface Phase {
  readonly name: PhaseName
  readonly fromMs: number
  readonly toMs: number
}

/** One request. What many have in common they share, as there may be a million of them. */
export interface TimelineRequest {
  /** Its number in the journal of the session; 1 for the first. */
  readonly n: number
  readonly asked: Asked
  /** What was decided about it when it came. */
  readonly fate: Fate
  readonly atMs: number
  /** When the reply had left, the connection was broken, or the client gave up. */
  readonly endMs: number | null
  /** `open` while it is held, or until the rehearsal was over. */
  readonly end: 'answered' | 'given-up' | 'open'
  /** What prices its reply told. */
  readonly content: Content | null
}

/** What was asked, and by whom: the same object for all that ask the same. */
export interface Asked {
  readonly network: NetworkName
  readonly base: BaseName
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly method: string
  /** Path and query below the base address. */
  readonly url: string
  /** The query, at whichever base: network, endpoint and parameters. */
  readonly question: string
  /** `x-request-id`, if the client sends it. */
  readonly requestId: string | null
  /** Which copy of the program asked, from 0; 0 where there is only one or nobody can tell. */
  readonly client: number
  readonly userAgent: string | null
}

/** What was decided about a request: the same object for all that fare the same. */
export interface Fate extends Effect {
  /** The rule that fired, if any. */
  readonly rule: string | null
  /** Null where none is ever sent. */
  readonly status: number | null
  /** As the journal has it: `ok`, `error`, or the fault that acted. */
  readonly outcome: string
  /** Wait that Retry-After asked for from `endMs` on; null without that header. */
  readonly retryAfterMs: number | null
}

/** What a reply told of prices. */
export interface Content {
  readonly network: NetworkName
  readonly endpoint: string
  /** The instant that its data describes, on the time line: below zero where that is before the beginning. */
  readonly asOfMs: number
  /** Null for sound data of any age. `invalid`: not data of this endpoint, but an error's body or another shape. */
  readonly flaw: Exclude<Flaw, 'stale'> | 'invalid' | null
  /** All prices of each symbol in USD, NaN for what is not a number; of an invalid body its numbers, under `*`. */
  readonly prices: ReadonlyMap<string, readonly number[]>
  /** When it was first sent. */
  readonly sentMs: number
}

/** When a rule may fire, and where. */
export interface RuleWindow {
  readonly id: string
  /** Undefined where it is about all of them. */
  readonly networks?: readonly NetworkName[]
  readonly bases?: readonly BaseName[]
  readonly endpoints?: readonly string[]
  readonly fromMs: number
  readonly untilMs: number | null
  /** What it does, for a person: `answers 429, Retry-After 2s`. */
  readonly what: string
  /** The key of its fault; `delay` for a rule that only delays. */
  readonly fault: string
  /** What clients meet on whom it acts. */
  readonly met: OutcomeClass
  /** Whether it acts at some requests of its time only: by calls, every, times or chance. */
  readonly isPartly: boolean
  /** Whether it keeps connections from being made, so that no request shows it. */
  readonly isRefusing: boolean
}

/** A move of the market. */
export interface EventWindow {
  /** Assets; `*` for all, none for the chain itself. */
  readonly assets: readonly string[]
  readonly fromMs: number
  readonly untilMs: number | null
  readonly what: string
}

/** A price that the client says it acted on. */
export interface Observation {
  readonly atMs: number
  readonly symbol: string
  /** USD. NaN for what is no number. */
  readonly price: number
  /** Significant digits reported; all when left out. */
  readonly digits?: number
  /** Undefined where the client did not say. */
  readonly network?: NetworkName
  readonly client: number
}

/** What became of the program. */
export interface Program {
  readonly client: number
  /** As it was started; null where somebody else did. */
  readonly command: string | null
  /** Null while it ran to the end, and where a signal ended it. */
  readonly exitCode: number | null
  /** The signal that ended it, other than ours. */
  readonly signal: string | null
  /** What a client in process threw. */
  readonly error: string | null
  /** When it ended by itself; null where it did not. */
  readonly exitMs: number | null
  /** The file with what it printed. */
  readonly log: string | null
  /** Last lines of its output if it died. */
  readonly lastLines?: readonly string[]
}

/** The course of one symbol's price. */
export interface MarketLine {
  readonly symbol: string
  readonly network: NetworkName
  /** Pairs of virtual ms on the time line and USD, one for each second. */
  readonly points: readonly (readonly [atMs: number, price: number])[]
}

/** Requests within this time of the first were sent together. */
export const WAVE_MS = 50

/** What a client got of a request in the end: what was decided, unless it did not wait for it. */
export function isFailed({ fate: { met }, end }: TimelineRequest): boolean {
  return end === 'given-up' || met === 'error' || met === 'broken' || met === 'silent'
}

/** Whether the client got the whole of an answer with data, be it right or wrong. */
export function isAnswered({ fate: { met }, end }: TimelineRequest): boolean {
  return end === 'answered' && (met === 'good' || met === 'wrong')
}

const ABOUT_THE_MOMENT = [408, 429]

/** Whether the reply says that the query itself is wrong, which waiting does not fix. */
export function isRefused({ fate: { status }, end }: TimelineRequest): boolean {
  return (
    end === 'answered' &&
    status !== null &&
    status >= 400 &&
    status < 500 &&
    !ABOUT_THE_MOMENT.includes(status)
  )
}
