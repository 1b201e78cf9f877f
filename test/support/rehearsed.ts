/** Hand-written timelines: requests of a client in a few words, for tests of checks. */

import type { Expected } from '../../src/grading/checks/define.js'
import { CHECKS, type CheckId } from '../../src/grading/checks/index.js'
import { judge } from '../../src/grading/grade.js'
import type {
  Content,
  Fate,
  Observation,
  Program,
  RuleWindow,
  Timeline,
  TimelineRequest,
  TimelineStream,
} from '../../src/grading/timeline.js'
import type { Flaw, OutcomeClass } from '../../src/kit/outcome-class.js'
import type { BaseName } from '../../src/market/catalogue/names.js'
import { BASES, NETWORKS } from '../../src/market/catalogue/networks.js'
import type { CheckReport, Verdict } from '../../src/rehearsal/report.js'

/** One request: time, address, outcome, duration. */
export interface Told {
  readonly at: number
  readonly base?: BaseName
  /** Null for a path that the API lacks. */
  readonly endpoint?: string | null
  readonly met?: OutcomeClass
  readonly status?: number | null
  readonly tookMs?: number | null
  readonly end?: TimelineRequest['end']
  readonly retryAfterMs?: number
  readonly outcome?: string
  readonly rule?: string
  readonly flaw?: Flaw
  readonly content?: Content
  /** From x-request-id. */
  readonly id?: string
  readonly client?: number
}

const STATUSES: Readonly<Record<OutcomeClass, number | null>> = {
  good: 200,
  wrong: 200,
  error: 503,
  broken: null,
  silent: null,
}

function requestOf(told: Told, index: number): TimelineRequest {
  const { at, base = 'primary', endpoint = 'tickers', met = 'good', client = 0 } = told
  const {
    status = STATUSES[met],
    tookMs = 10,
    retryAfterMs = null,
    outcome = met,
    flaw = null,
    rule = null,
  } = told
  const fate: Fate = { met, flaw, rule, status, outcome, retryAfterMs }
  return {
    n: index + 1,
    asked: {
      network: 'arbitrum',
      base,
      endpoint,
      method: 'GET',
      url: `/${endpoint}`,
      question: `arbitrum ${endpoint}`,
      requestId: told.id ?? null,
      client,
      userAgent: null,
    },
    fate,
    atMs: at,
    endMs: tookMs === null ? null : at + tookMs,
    end: told.end ?? (tookMs === null ? 'open' : 'answered'),
    content: told.content ?? null,
  }
}

/** A stream, subscribed to prices as it opens, by the first request. */
interface ToldStream {
  readonly at: number
  readonly until?: number
  readonly closedBy?: 'client' | 'server'
  readonly channels?: readonly string[]
  /** Times of its frames of prices. */
  readonly frames?: readonly Told[]
}

export interface Line {
  readonly requests?: readonly Told[]
  readonly rules?: readonly Partial<RuleWindow>[]
  readonly contents?: readonly Content[]
  readonly streams?: readonly ToldStream[]
  readonly observations?: readonly Partial<Observation>[]
  readonly programs?: readonly Partial<Program>[]
  readonly market?: Timeline['market']
  readonly events?: Timeline['events']
  readonly mayExit?: true
  /** 10 s of warm-up, then the incident until the given ms, then 60 s, or `recoveryMs`. */
  readonly incidentEndsMs?: number
  readonly recoveryMs?: number
}

function streamOf({
  at,
  until,
  closedBy = 'server',
  channels = ['prices'],
  frames = [],
}: ToldStream): TimelineStream {
  return {
    n: 1,
    asked: requestOf({ at, base: 'api', endpoint: 'stream' }, 0).asked,
    openedMs: at,
    closedMs: until ?? null,
    closedBy: until === undefined ? null : closedBy,
    subscriptions: [
      { atMs: at, channels: [] },
      { atMs: at, channels },
    ],
    faults: [],
    frames: frames.map((frame) => requestOf({ ...frame, base: 'api', endpoint: 'api-prices-tickers' }, 0)),
  }
}

export function timelineOf(line: Line): Timeline {
  const { requests = [], rules = [], contents = [], observations = [], programs = [{}], market = [] } = line
  const { incidentEndsMs = 70_000, recoveryMs = 60_000 } = line
  return {
    scenario: 'by-hand',
    seed: '42',
    startedAtMs: 0,
    bases: Object.fromEntries(NETWORKS.map((network) => [network, BASES])),
    phases: [
      { name: 'warm-up', fromMs: 0, toMs: 10_000 },
      { name: 'incident', fromMs: 10_000, toMs: incidentEndsMs },
      { name: 'recovery', fromMs: incidentEndsMs, toMs: incidentEndsMs + recoveryMs },
    ],
    requests: requests.toSorted((a, b) => a.at - b.at).map(requestOf),
    contents,
    ...(line.streams && { streams: line.streams.map(streamOf) }),
    rules: rules.map((rule) => ({
      id: 'rule-1',
      fromMs: 10_000,
      untilMs: incidentEndsMs,
      what: 'fails',
      fault: 'close',
      met: 'broken',
      isPartly: false,
      isRefusing: false,
      ...rule,
    })),
    events: line.events ?? [],
    observations: observations.map((one) => ({ atMs: 0, symbol: 'ETH', price: 1, client: 0, ...one })),
    programs: programs.map((program) => ({
      client: 0,
      command: 'node client.js',
      exitCode: null,
      signal: null,
      error: null,
      exitMs: null,
      log: null,
      ...program,
    })),
    market,
    ...(line.mayExit && { mayExit: true }),
  }
}

/** A request every `stepMs` from `fromMs` on, before `toMs`. */
export function every(stepMs: number, fromMs: number, toMs: number, told: Omit<Told, 'at'> = {}): Told[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_none, index) => ({
    at: fromMs + index * stepMs,
    ...told,
  }))
}

/** Result of one check. */
export function judged(id: CheckId, line: Line, expected?: Expected): CheckReport {
  const check = CHECKS.find((one) => one.id === id)
  if (check === undefined) throw new Error(`there is no check ${id}`)
  return judge(check, timelineOf(line), expected)
}

export const calm = every(1000, 0, 10_000)
export const down = { met: 'broken' } as const
export const primaryDown = { bases: ['primary'] } as const
export const flawed = (flaw: Content['flaw'], price: number, asOfMs = 20_000) =>
  ({
    network: 'arbitrum',
    endpoint: 'tickers',
    asOfMs,
    flaw,
    prices: new Map([['ETH', [price]]]),
    sentMs: asOfMs,
  }) as const

/** A tickers reply with a price of ETH, as of its sending. */
export const priced = (price: number, atMs: number, flaw: Content['flaw'] = null): Content => ({
  ...flawed(null, price, atMs),
  flaw,
})

/** As urllib3 retries, three times over: a timeout of 5 s, pauses of 0, 1 and 2 s, each connection closed as the next one opens. */
export const closedLate: readonly Told[] = [20_000, 44_100, 68_200].flatMap((begin) => [
  ...[0, 5002, 11_004].map((at, index) => ({
    ...({ at: begin + at, met: 'silent', end: 'given-up' } as const),
    tookMs: [5002, 6002, 7002][index],
  })),
  { at: begin + 18_007, met: 'silent', tookMs: 5003, end: 'given-up' },
  { at: begin + 23_040, base: 'fallback' },
])

/** A time line, and what the check of the file says of it. */
export interface Case {
  readonly name: string
  readonly verdict: Verdict
  readonly measured: number | null
  readonly line: Line
}

export function caseOf(name: string, verdict: Verdict, measured: number | null, line: Line): Case {
  return { name, verdict, measured, line }
}
