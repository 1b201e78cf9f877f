// biome-ignore-all format: made by a program
// biome-ignore-all lint/style/noExcessiveLinesPerFile: made by a program
// Made by `npm run types:inputs` from the schemas of control calls: not to be changed by hand.

/** The control API's replies and events, as types of the page. */

export interface Hello {
  readonly instanceId: string
  readonly version: string
  readonly algorithm: number
  /** Null for the server's own. */
  readonly session: string | null
}

export interface ClockState {
  /** Virtual time. */
  readonly now: string
  readonly mode: 'real' | 'frozen'
  /** Virtual seconds per real second while it runs. */
  readonly rate: number
}

export interface SessionView {
  /** Null for the server's own. */
  readonly id: string | null
  readonly seed: string
  readonly dialect: 'documented' | 'observed'
  /** Its name; null where none is loaded. */
  readonly scenario: string | null
  /** The name of the one that POST scenario/reload brings back; null where there is none. */
  readonly stopped: string | null
  /** Whether it has one of its own. */
  readonly catalogue: 'server' | 'own'
  readonly clock: ClockState
  /** How many came. */
  readonly requests: number
  /** How many a delay or a hang holds. */
  readonly held: number
  /** A command line that shows the same again. */
  readonly command: string
  /** Files that the command names, to be saved where it is run. */
  readonly files: readonly {
    readonly name: string
    /** Left out of events where it is long. */
    readonly text?: string
  }[]
  /** What the command does not repeat, in words. */
  readonly notes: readonly string[]
}

export interface Counts {
  /** How many came to the session. */
  readonly requests: number
  /** How many a delay or a hang holds. */
  readonly held: number
}

export interface SessionItem { readonly id: string; readonly seed: string }

export interface TimelineRule {
  readonly id: string
  /** What happens, for a person. */
  readonly what: string
  /** At which requests, for a person. */
  readonly match: string
  /** Null for all. */
  readonly networks: readonly string[] | null
  /** Null for all. */
  readonly bases: readonly string[] | null
  /** Null for all. */
  readonly endpoints: readonly string[] | null
  /** What those meet on whom it acts. */
  readonly met: 'good' | 'wrong' | 'error' | 'broken' | 'silent'
  /** Virtual ms since the scenario was loaded. */
  readonly fromMs: number
  /** The same; null where it does not end. */
  readonly untilMs: number | null
  /** Requests that it matched. */
  readonly matched: number
  /** Requests that it struck. */
  readonly fired: number
  /** Whether it strikes the next request that it matches, if that came now. */
  readonly acting: boolean
}

export interface TimelineMove {
  /** As it is written, * for all; null for the chain. */
  readonly asset: string | null
  /** What happens, for a person. */
  readonly what: string
  /** Virtual ms since the scenario was loaded. */
  readonly fromMs: number
  /** The same; null where it does not end. */
  readonly untilMs: number | null
}

export interface Timeline {
  /** Null where it has none, or none is loaded. */
  readonly name: string | null
  /** Virtual time; null where none is loaded. */
  readonly loadedAt: string | null
  readonly rules: readonly TimelineRule[]
  readonly events: readonly TimelineMove[]
  readonly prices: readonly {
    readonly asset: string
    /** What happens, for a person. */
    readonly what: string
    /** Virtual ms since the scenario was loaded. */
    readonly fromMs: number
    /** The same; null where it does not end. */
    readonly untilMs: number | null
  }[]
}

export interface EndpointFate {
  readonly endpoint: string
  /** The rule that would decide, if any. */
  readonly rule: string | null
  /** `data`, or what the rule does, for a person. */
  readonly what: string
  /** What a client would meet. */
  readonly met: 'good' | 'wrong' | 'error' | 'broken' | 'silent'
}

export interface Entry {
  /** 1 for the first request, and so on. */
  readonly n: number
  /** Virtual time of arrival. */
  readonly at: string
  /** Null for a request that came to no base address. */
  readonly network: string | null
  readonly base: string | null
  /** Null for a path that is no endpoint. */
  readonly endpoint: string | null
  readonly method: string
  /** Path and query below the base address, at most 2048 characters of it. */
  readonly url: string
  /** How many characters it had. */
  readonly urlLength: number
  /** The rule that decided, if any. */
  readonly rule: string | null
  /** Null where none is ever sent. */
  readonly status: number | null
  /** `ok`, `error`, the fault that struck, or `nowhere`: it came to no base address. */
  readonly outcome: string
  /** What its client met. */
  readonly met: 'good' | 'wrong' | 'error' | 'broken' | 'silent'
  /** Real time until the reply had left; null while it has not. */
  readonly ms: number | null
  /** Real time until its client had gone away while its reply was held back; null where it has not. */
  readonly goneMs: number | null
  /** Which connection it came over, from 1; null for a request made in process. */
  readonly connection: number | null
  /** That header, at most 200 characters of it. */
  readonly userAgent: string | null
  /** The header x-request-id, at most 200 characters of it. */
  readonly requestId: string | null
}

export interface BaseState {
  readonly network: string
  readonly base: string
  readonly url: string
  readonly endpoints: readonly EndpointFate[]
  /** Requests per real second, over the last five. */
  readonly perSecond: number
  /** The last request that came there. */
  readonly last: Entry | null
}

export interface JournalChange {
  /** Where to go on. */
  readonly cursor: string
  /** Those that came or changed, oldest first. */
  readonly entries: readonly Entry[]
  /** How many more came than are told: the oldest of them are left out. */
  readonly missed: number
  /** Whether the journal was cleared or restored since: entries that were told before are no more. */
  readonly reset: boolean
}

/** Unix seconds of the start, open, high, low, close. */
export type Candle = readonly [number, number, number, number, number]

export interface MarketChange {
  readonly network: string
  /** A priced token of the network. */
  readonly symbol: string
  readonly period: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'
  /** The one that runs; null at the edge of time. */
  readonly candle: Candle | null
  /** The one before it, as it ended; null where there is none. */
  readonly before: Candle | null
  readonly price: {
    /** USD, as decimal text. */
    readonly min: string
    /** USD, as decimal text. */
    readonly median: string
    /** USD, as decimal text. */
    readonly max: string
  } | null
  /** Of a price in USD. */
  readonly decimals: number
}

export interface ScenarioState {
  readonly scenario: {
    readonly name: string | null
    readonly description: string | null
    /** How many moves of the market it has. */
    readonly events: number
    /** The assets that it gives prices. */
    readonly prices: readonly string[]
  } | null
  /** Virtual time. */
  readonly loadedAt: string | null
  readonly rules: readonly {
    readonly id: string
    /** Requests that it matched. */
    readonly matched: number
    /** Requests that it struck. */
    readonly fired: number
  }[]
  /** Those of the session itself, which come before those of any scenario. */
  readonly prices: readonly {
    readonly asset: string
    readonly kind: 'points' | 'candles'
    /** One line for a person to read. */
    readonly summary: string
  }[]
}

export interface ScenarioProblem { readonly line: number; readonly column: number; readonly message: string }

export interface ScenarioItem {
  readonly name: string
  /** What happens, and what a good client does. */
  readonly description: string
}

export interface RuleReason {
  readonly rule: string
  readonly fires: boolean
  /** The how many-th request that the rule matched; null where it did not. */
  readonly call: number | null
  /** Why it fired, or did not, as it was then. */
  readonly why: string
}

export interface EntryDetail {
  readonly entry: Entry
  /** Its name then; null where it had none, or none was loaded. */
  readonly scenario: string | null
  /** Null where that scenario is too long ago: the last ten are remembered. */
  readonly rules: readonly RuleReason[] | null
}

export interface Asset {
  readonly symbol: string
  /** The price process that it follows. */
  readonly asset: string
  /** The asset that this one follows, if any. */
  readonly follows: string | null
  /** USD, as decimal text. */
  readonly price: string
  /** USD, as decimal text. */
  readonly min: string
  /** USD, as decimal text. */
  readonly max: string
  /** Of a price in USD. */
  readonly decimals: number
}

export interface Candles {
  /** Oldest first. */
  readonly candles: readonly Candle[]
  /** Of a price in USD. */
  readonly decimals: number
  /** Virtual time; the last candle is as of then. */
  readonly at: string
}

/** Events of the stream by name. */
export interface WatchEvents {
  readonly hello: Hello
  readonly clock: ClockState
  readonly session: SessionView
  readonly counts: Counts
  readonly sessions: {
    /** The newest. */
    readonly sessions: readonly SessionItem[]
    /** How many there are. */
    readonly count: number
  }
  readonly scenario: Timeline
  readonly bases: { readonly bases: readonly BaseState[] }
  readonly journal: JournalChange
  readonly market: MarketChange
  readonly end: {
    readonly why: string
    /** Whether it is of no use to ask again: the session has ended. */
    readonly over: boolean
  }
}

/** Replies by method and path. */
export interface Replies {
  readonly 'GET /health': {
    readonly status: 'ok'
    /** Differs from run to run. */
    readonly instanceId: string
    readonly version: string
    /** Changes when the same seed and instant give other bytes. */
    readonly algorithm: number
    readonly seed: string
    /** Virtual time. */
    readonly now: string
    readonly clock: {
      readonly mode: 'real' | 'frozen'
      /** Virtual seconds per real second while it runs. */
      readonly rate: number
    }
    /** Requests that came to no base address, such as /prices/tickers of a client that forgot it, and the last of them that is kept. */
    readonly nowhere: { readonly count: number; readonly last: string | null }
  }
  readonly 'GET /clock': ClockState
  readonly 'PUT /clock': ClockState
  readonly 'POST /clock/advance': ClockState
  readonly 'GET /scenario': ScenarioState
  readonly 'PUT /scenario': ScenarioState
  readonly 'DELETE /scenario': ScenarioState
  readonly 'POST /scenario/reload': ScenarioState
  readonly 'GET /scenario/timeline': Timeline
  readonly 'GET /scenario/source': {
    /** Null where none is loaded. */
    readonly text: string | null
    /** That of the one that POST scenario/reload brings back; null where there is none. */
    readonly stopped: string | null
  }
  readonly 'POST /scenario/check': { readonly problems: readonly ScenarioProblem[] }
  readonly 'GET /scenarios': { readonly scenarios: readonly ScenarioItem[] }
  readonly 'POST /prices': {
    readonly asset: string
    /** In USD. */
    readonly price: string
    /** Virtual time from which on it goes there. */
    readonly from: string
    /** Virtual time of the second whose price it is, to the quantum. */
    readonly at: string
  }
  readonly 'GET /journal': {
    readonly entries: readonly Entry[]
    /** How to get those that are kept and not shown. */
    readonly more?: string
    /** Replicas that went without a word since the journal began: of each, what it took down in its last 5 ms may be missing; it was heard last at that (real) time. */
    readonly lost?: readonly { readonly replica: string; readonly since: string }[]
  }
  readonly 'GET /journal/changes': JournalChange
  readonly 'GET /journal/pauses': {
    readonly pauses: readonly {
      /** The request that was answered with Retry-After. */
      readonly after: Entry
      readonly retryAfterMs: number
      /** The next time that this client asked the same, having seen that reply. */
      readonly next: Entry | null
      /** In virtual or in real time, whichever is longer. */
      readonly waitedMs: number | null
    }[]
    /** How to get those that are kept and not shown. */
    readonly more?: string
  }
  readonly 'GET /journal/count': { readonly count: number }
  readonly 'POST /journal/wait': { readonly count: number }
  readonly 'GET /journal/:n': EntryDetail
  readonly 'DELETE /journal': { readonly count: number }
  readonly 'GET /session': SessionView
  readonly 'GET /bases': { readonly bases: readonly BaseState[] }
  readonly 'GET /market/assets': {
    readonly network: string
    /** Virtual time. */
    readonly at: string
    readonly assets: readonly Asset[]
  }
  readonly 'GET /market/candles': Candles
  readonly 'POST /sessions': {
    readonly id: string
    readonly baseUrls: Readonly<Record<string, Readonly<Record<string, string>>>>
    readonly controlUrl: string
  }
  readonly 'GET /sessions': {
    readonly sessions: readonly {
      readonly id: string
      readonly baseUrls: Readonly<Record<string, Readonly<Record<string, string>>>>
      readonly controlUrl: string
      readonly seed: string
      readonly clock: ClockState
      readonly requests: number
    }[]
  }
  readonly 'DELETE /sessions/:id': { readonly ended: string }
  readonly 'POST /snapshots': { readonly id: string }
  readonly 'POST /snapshots/:id/restore': { readonly restored: string; readonly clock: ClockState }
  readonly 'POST /reset': { readonly clock: ClockState }
  readonly 'POST /observe': {
    /** False where no rehearsal is under way. */
    readonly observed: boolean
  }
  readonly 'GET /replicas': {
    readonly replicas: readonly {
      readonly instanceId: string
      readonly version: string
      readonly host: string
      /** When it began (real time); null where there is no store. */
      readonly since: string | null
      /** How long others wait for it if it says nothing; null where there is no store. */
      readonly leaseMs: number | null
      /** Requests that it holds. */
      readonly held: number
      /** Journal lines that it has not handed over yet. */
      readonly backlog: number
    }[]
    readonly gone: readonly {
      readonly instanceId: string
      /** When it was heard last (real time). */
      readonly since: string
    }[]
  }
}
