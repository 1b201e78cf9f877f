/**
 * What the processes of one server say to each other. The primary keeps what must be one: clocks, scenarios and what their
 * rules have counted, sessions, journals, metrics, the control API. Workers share the port and answer: the market is
 * a pure function, so each has it by itself, and each follows the primary's clocks, scenarios and sessions.
 */
import type { ClockState } from '../clock/clock.js'
import type { UserExitCode } from '../core/errors.js'
import type { Dialect } from '../endpoints/define.js'
import type { KindFacts } from '../journal/entry.js'
import type { Strike } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import type { Settings } from '../settings.js'

/** A session as its answers depend on it. */
export interface SessionState {
  /** Undefined for the server's own. */
  readonly id: string | undefined
  /** Another number for every state of any session that was ever told. */
  readonly version: number
  readonly epoch: number
  readonly seed: string
  readonly dialect: Dialect
  readonly clock: ClockState
  readonly scenario: { readonly scenario: Scenario; readonly loadedAtMs: number } | undefined
}

/** What the primary says to a worker; each is answered, at the latest when it has been done. */
export type ToWorker =
  /** Made or changed. */
  | { readonly say: 'session'; readonly state: SessionState }
  | { readonly say: 'ended'; readonly id: string }
  /** Hand over what was taken down until then. Answered by `Collected`. */
  | { readonly say: 'collect'; readonly untilMachineMs: number }
  | { readonly say: 'stop' }

/** What a worker says to the primary. */
export type ToPrimary =
  /** The first word: Node drops what is said to a process that does not listen yet. Answered by `Orders`. */
  | { readonly say: 'hello' }
  | { readonly say: 'listening'; readonly outcome: Listening }
  /** A request came at `atMs` that matches these rules of a session's scenario: count it. Answered by `Counted`. */
  | {
      readonly say: 'count'
      readonly id: string | undefined
      readonly version: number
      readonly atMs: number
      readonly rules: readonly number[]
    }
  /** There is something to collect. */
  | { readonly say: 'stir' }

/** What to serve. */
export interface Orders {
  readonly settings: Settings
  /** Where the primary has the control API; undefined where there is none. */
  readonly control: string | undefined
  readonly sessions: readonly SessionState[]
}

/** Where the worker listens, or the parts of the UserError that says why it does not. */
export type Listening =
  | { readonly origin: string }
  | { readonly what: string; readonly seen: string; readonly hint: string; readonly exitCode: UserExitCode }

/** `changed`: the session has ended or is no longer of that version, which the worker has been told before this. */
export type Counted = { readonly strike: Strike | undefined } | 'changed'

export interface Collected {
  readonly lines: readonly PostedLine[]
  /** Of those that were handed over before. */
  readonly finished: readonly { readonly n: number; readonly ms: number }[]
  /** Requests that the worker holds now. */
  readonly held: number
  readonly residentBytes: number
}

/** A request that a worker took down. */
export interface PostedLine {
  /** 1 for the worker's first, and so on. */
  readonly n: number
  readonly id: string | undefined
  readonly facts: KindFacts
  readonly url: string
  readonly atMs: number
  /** On the machine's stopwatch: by it the requests of all workers are put in order. */
  readonly machineMs: number
  /** Real ms until the reply had left; undefined while it has not. */
  readonly ms: number | undefined
}
