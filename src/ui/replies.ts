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
  /** Virtual seconds per real second while running. */
  readonly rate: number
}

export interface SessionView {
  /** Null for the server's own. */
  readonly id: string | null
  readonly seed: string
  readonly dialect: 'documented' | 'observed'
  /** Name; null if none is loaded. */
  readonly scenario: string | null
  /** Name of the scenario that POST scenario/reload loads; null if there is none. */
  readonly stopped: string | null
  /** `own` if it has a catalogue of its own. */
  readonly catalogue: 'server' | 'own'
  readonly clock: ClockState
  /** Number of requests. */
  readonly requests: number
  /** Requests held by a delay or a hang. */
  readonly held: number
  /** Command that reproduces the session. */
  readonly command: string
  /** Files used by the command, to be saved in its working folder. */
  readonly files: readonly {
    readonly name: string
    /** Omitted from events if long. */
    readonly text?: string
  }[]
  /** Differences that the command does not reproduce. */
  readonly notes: readonly string[]
}

export interface Counts {
  /** Requests of the session. */
  readonly requests: number
  /** Requests held by a delay or a hang. */
  readonly held: number
}

export interface SessionItem { readonly id: string; readonly seed: string }

export interface TimelineRule {
  readonly id: string
  /** Summary of the effect. */
  readonly what: string
  /** Summary of the matched requests. */
  readonly match: string
  /** Null for all. */
  readonly networks: readonly string[] | null
  /** Null for all. */
  readonly bases: readonly string[] | null
  /** Null for all. */
  readonly endpoints: readonly string[] | null
  /** Outcome for affected clients. */
  readonly met: 'good' | 'wrong' | 'error' | 'broken' | 'silent'
  /** Virtual ms since the scenario was loaded. */
  readonly fromMs: number
  /** Likewise; null if it does not end. */
  readonly untilMs: number | null
  /** Matched requests. */
  readonly matched: number
  /** Requests on which it fired. */
  readonly fired: number
  /** Whether it would fire on a matching request now. */
  readonly acting: boolean
}

export interface TimelineMove {
  /** As written, * for all; null for the chain. */
  readonly asset: string | null
  /** Summary of the effect. */
  readonly what: string
  /** Virtual ms since the scenario was loaded. */
  readonly fromMs: number
  /** Likewise; null if it does not end. */
  readonly untilMs: number | null
}

export interface Timeline {
  /** Null if it has none or none is loaded. */
  readonly name: string | null
  /** Virtual time; null if none is loaded. */
  readonly loadedAt: string | null
  readonly rules: readonly TimelineRule[]
  readonly events: readonly TimelineMove[]
  readonly prices: readonly {
    readonly asset: string
    /** Summary of the effect. */
    readonly what: string
    /** Virtual ms since the scenario was loaded. */
    readonly fromMs: number
    /** Likewise; null if it does not end. */
    readonly untilMs: number | null
  }[]
}

export interface EndpointFate {
  readonly endpoint: string
  /** The rule that would fire, if any. */
  readonly rule: string | null
  /** `data`, or what the rule does, for a person. */
  readonly what: string
  /** Outcome for a client. */
  readonly met: 'good' | 'wrong' | 'error' | 'broken' | 'silent'
}

export interface Entry {
  /** Sequence number from 1. */
  readonly n: number
  /** Virtual time of arrival. */
  readonly at: string
  /** Null outside any base address. */
  readonly network: string | null
  readonly base: string | null
  /** Null for unknown paths. */
  readonly endpoint: string | null
  readonly method: string
  /** Path and query below the base address, at most 2048 characters. */
  readonly url: string
  /** Full length in characters. */
  readonly urlLength: number
  /** The rule that fired, if any. */
  readonly rule: string | null
  /** Null if none is sent. */
  readonly status: number | null
  /** `ok`, `error`, the fault that acted, or `nowhere` outside any base address. */
  readonly outcome: string
  /** Outcome for the client. */
  readonly met: 'good' | 'wrong' | 'error' | 'broken' | 'silent'
  /** Real ms until the reply left; null before. */
  readonly ms: number | null
  /** Real ms until the client disconnected while its reply was held; null otherwise. */
  readonly goneMs: number | null
  /** Connection number from 1; null for in-process requests. */
  readonly connection: number | null
  /** The User-Agent header, at most 200 characters. */
  readonly userAgent: string | null
  /** The X-Request-Id header, at most 200 characters. */
  readonly requestId: string | null
}

export interface BaseState {
  readonly network: string
  readonly base: string
  readonly url: string
  readonly endpoints: readonly EndpointFate[]
  /** Requests per real second over the last five seconds. */
  readonly perSecond: number
  /** The last request received there. */
  readonly last: Entry | null
}

export interface JournalChange {
  /** Cursor for the next call. */
  readonly cursor: string
  /** Added and changed entries, oldest first. */
  readonly entries: readonly Entry[]
  /** Added entries that are left out, the oldest first. */
  readonly missed: number
  /** Whether the journal was cleared or restored since: earlier entries no longer exist. */
  readonly reset: boolean
}

/** Unix seconds of the start, open, high, low, close. */
export type Candle = readonly [number, number, number, number, number]

export interface MarketChange {
  readonly network: string
  /** A priced token of the network. */
  readonly symbol: string
  readonly period: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'
  /** The running candle; null at the limits of time. */
  readonly candle: Candle | null
  /** The previous candle, final; null if there is none. */
  readonly before: Candle | null
  readonly price: {
    /** USD, as decimal text. */
    readonly min: string
    /** USD, as decimal text. */
    readonly median: string
    /** USD, as decimal text. */
    readonly max: string
  } | null
  /** Decimals of a price in USD. */
  readonly decimals: number
}

export interface ScenarioState {
  readonly scenario: {
    readonly name: string | null
    readonly description: string | null
    /** Number of market moves. */
    readonly events: number
    /** Assets with prices of their own. */
    readonly prices: readonly string[]
  } | null
  /** Virtual time. */
  readonly loadedAt: string | null
  readonly rules: readonly {
    readonly id: string
    /** Matched requests. */
    readonly matched: number
    /** Requests on which it fired. */
    readonly fired: number
  }[]
  /** Prices of the session, which override those of the scenario. */
  readonly prices: readonly {
    readonly asset: string
    readonly kind: 'points' | 'candles'
    /** One line of text. */
    readonly summary: string
  }[]
}

export interface ScenarioProblem { readonly line: number; readonly column: number; readonly message: string }

export interface ScenarioItem {
  readonly name: string
  /** The incident, and the behaviour of a good client. */
  readonly description: string
}

export interface RuleReason {
  readonly rule: string
  readonly fires: boolean
  /** 1-based number among the requests that the rule matched; null if it did not match. */
  readonly call: number | null
  /** Why it fired or not, at the time. */
  readonly why: string
}

export interface EntryDetail {
  readonly entry: Entry
  /** Its name at the time; null if it had none or none was loaded. */
  readonly scenario: string | null
  /** Null for older scenarios: the last ten are kept. */
  readonly rules: readonly RuleReason[] | null
}

export interface Asset {
  readonly symbol: string
  /** Its price process. */
  readonly asset: string
  /** The asset it follows, if any. */
  readonly follows: string | null
  /** USD, as decimal text. */
  readonly price: string
  /** USD, as decimal text. */
  readonly min: string
  /** USD, as decimal text. */
  readonly max: string
  /** Decimals of a price in USD. */
  readonly decimals: number
}

export interface Candles {
  /** Oldest first. */
  readonly candles: readonly Candle[]
  /** Decimals of a price in USD. */
  readonly decimals: number
  /** Virtual time of the close of the last candle. */
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
    /** Number of sessions. */
    readonly count: number
  }
  readonly scenario: Timeline
  readonly bases: { readonly bases: readonly BaseState[] }
  readonly journal: JournalChange
  readonly market: MarketChange
  readonly end: {
    readonly why: string
    /** Whether reconnecting is pointless: the session has ended. */
    readonly over: boolean
  }
}

/** Replies by method and path. */
export interface Replies {
  readonly 'GET /health': {
    readonly status: 'ok'
    /** Unique per process. */
    readonly instanceId: string
    readonly version: string
    /** Raised when the same seed and instant give other bytes. */
    readonly algorithm: number
    readonly seed: string
    /** Virtual time. */
    readonly now: string
    readonly clock: {
      readonly mode: 'real' | 'frozen'
      /** Virtual seconds per real second while running. */
      readonly rate: number
    }
    /** Requests outside any base address, such as /prices/tickers without /arbitrum, and the last one kept. */
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
    /** Null if none is loaded. */
    readonly text: string | null
    /** Text of the scenario that POST scenario/reload loads; null if there is none. */
    readonly stopped: string | null
  }
  readonly 'POST /scenario/check': { readonly problems: readonly ScenarioProblem[] }
  readonly 'GET /scenarios': { readonly scenarios: readonly ScenarioItem[] }
  readonly 'POST /prices': {
    readonly asset: string
    /** In USD. */
    readonly price: string
    /** Virtual time at which the move begins. */
    readonly from: string
    /** Virtual time of the second that has exactly this price. */
    readonly at: string
  }
  readonly 'GET /journal': {
    readonly entries: readonly Entry[]
    /** How to get the other kept ones. */
    readonly more?: string
    /** Replicas lost since the journal began, with the real time of their last sign of life: their last 5 ms of entries may be missing. */
    readonly lost?: readonly { readonly replica: string; readonly since: string }[]
  }
  readonly 'GET /journal/changes': JournalChange
  readonly 'GET /journal/pauses': {
    readonly pauses: readonly {
      /** The request answered with Retry-After. */
      readonly after: Entry
      readonly retryAfterMs: number
      /** The next request of this client for the same query, sent after it had seen that reply. */
      readonly next: Entry | null
      /** Virtual or real ms, whichever is longer. */
      readonly waitedMs: number | null
    }[]
    /** How to get the other kept ones. */
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
    /** False if no rehearsal is running. */
    readonly observed: boolean
  }
  readonly 'GET /replicas': {
    readonly replicas: readonly {
      readonly instanceId: string
      readonly version: string
      readonly host: string
      /** Start (real time); null without a store. */
      readonly since: string | null
      /** Remaining lease; null without a store. */
      readonly leaseMs: number | null
      /** Held requests. */
      readonly held: number
      /** Journal lines not written yet. */
      readonly backlog: number
    }[]
    readonly gone: readonly {
      readonly instanceId: string
      /** Last sign of life (real time). */
      readonly since: string
    }[]
  }
}
