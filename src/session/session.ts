/**
 * One isolated run of the simulator: its own clock, seed, scenario, counters and journal. The server has one of its own;
 * whatever answers a question does so for a session.
 */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import type { Catalogue } from '../catalogue/types.js'
import type { Clock, ClockOrigin, ClockSetting, ClockState } from '../clock/clock.js'
import type { Held, Waits } from '../clock/waits.js'
import type { Dialect, Endpoint } from '../endpoints/define.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Journal, JournalState } from '../journal/journal.js'
import type { JournalParts } from '../journal/parts.js'
import type { OverlaySource } from '../overlay/source.js'
import type { Asked } from '../scenario/define.js'
import type { SetPrice } from '../scenario/events.js'
import type { ScenarioPrices } from '../scenario/prices.js'
import type { RuleState, RulesRun, ScenarioRun } from '../scenario/run.js'
import type { Rule, Scenario } from '../scenario/schema.js'
import type { MarketEvents } from '../world/market-events.js'
import type { World } from '../world/world.js'
import type { HeldWorlds } from '../world/worlds.js'
import type { Answer, Answers, Question } from './answer.js'
import type { Recorder } from './recorder.js'
import type { SharedState } from './shared.js'

/** What all sessions of a server share. */
export interface SessionParts {
  readonly catalogue: Catalogue
  /** The same with more laid over it, for one session; no session has any where this is left out. */
  readonly catalogueWith?: (sources: readonly OverlaySource[]) => Promise<Catalogue>
  /** The worlds of a seed and catalogue with events laid over them. */
  readonly worldsOf: (seed: string, events: MarketEvents, catalogue: Catalogue) => HeldWorlds
  readonly answers: Answers
  readonly onArrival?: OnArrival | undefined
  /** Where their state lies. */
  readonly state: SharedState<Session>
  /** What their journals share; each its own when left out. */
  readonly journals?: JournalParts
  /** How many requests they hold together; as many as there may be are each session's own when left out. */
  readonly held?: Held
}

/** Told of every request before the rules count it, and of the scenario under way. */
export type OnArrival = (request: ApiRequest, scenario: ScenarioRun | undefined) => void

/** What a session starts from. */
export interface SessionStart {
  readonly id: string
  readonly seed: string
  readonly clock: ClockSetting
  readonly dialect: Dialect
  readonly cacheWindows: boolean
  /** Whether each base address has a port of its own, which alone can refuse connections. No when left out. */
  readonly splitPorts?: boolean
  readonly scenario?: Scenario
  /** Laid when it is made and with each reset, whatever its scenarios say of the same assets. */
  readonly prices?: ScenarioPrices
  /** That of the server when left out. */
  readonly catalogue?: Catalogue
  /** What `catalogue` was made of, for whoever makes it again elsewhere. */
  readonly catalogueFrom?: readonly OverlaySource[]
}

/** What a session that was made begins with. */
export interface SessionOrigin {
  /** How it differs from the server's start. */
  readonly change: Partial<SessionStart>
  /** When it ends by itself, by the time of the shared state; never when left out. */
  readonly endsAtMs?: number
}

/** The rules of one of the last scenarios. */
export interface KeptRun {
  readonly rules: RulesRun
  readonly seed: string
  /** Where they count, where others count too. */
  readonly countsId: string
}

/** A remembered run as data. */
export interface RunOrigin {
  readonly id: string
  readonly countsId: string
  readonly seed: string
  readonly loadedAtMs: number
  readonly name: string | undefined
  readonly rules: readonly Rule[]
}

/** What control calls change of a session, whatever has been asked of it: all but counts and journal. */
export interface SessionState {
  readonly seed: string
  readonly clock: ClockOrigin
  readonly scenario: Scenario | undefined
  readonly stopped: Scenario | undefined
  readonly loadedAtMs: number
  readonly loadedElapsedMs: number | undefined
  /** Another each time that a scenario begins, goes or is put back. */
  readonly countsId: string
  readonly runs: readonly RunOrigin[]
  readonly prices: readonly SetPrice[]
  /** When the session's own prices were laid. */
  readonly laidAtMs: number
}

/** All state of a session that requests depend on or change. */
export interface Snapshot {
  readonly state: SessionState
  readonly clock: ClockState
  /** The counts of the rules of `state.runs`. */
  readonly counts: readonly (readonly RuleState[])[]
  readonly journal: JournalState
}

export interface Session {
  readonly id: string
  readonly seed: string
  readonly dialect: Dialect
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly journal: Journal
  readonly scenario: ScenarioRun | undefined
  /** The one that was ended last, while none is loaded and until a reset: loaded once more, it plays the same. */
  readonly stopped: Scenario | undefined
  /** Requests that are held by a delay or a hang. */
  readonly waits: Waits
  /** Told of every request first; nobody is where it is undefined. */
  readonly onArrival: OnArrival | undefined
  /** Takes down what happens; nobody does where it is undefined. */
  recorder: Recorder | undefined
  /** What it was made with. */
  readonly begin: SessionStart
  /** Throws a StateLost where it cannot be known what it is. */
  requireCurrent(): void
  state(): SessionState
  /** Makes it what it is elsewhere. Where another scenario has begun there, held requests are freed here too. */
  adopt(state: SessionState): void
  /** The instant on its clock, in whole ms since 1970. */
  nowMs(): number
  /** A network as a base address shows it, the primary where none is named. */
  world(network: NetworkName, base?: BaseName): World
  /** What it says to a question at a base address: now and in its own dialect, unless `asked` says otherwise. */
  answer(
    question: Question & { readonly network: NetworkName; readonly base: BaseName },
    endpoint: Endpoint | undefined,
    asked?: Asked,
  ): Answer
  /** A reply as it is sent to who asks for `encoding`. */
  compressed: Answers['compressed']
  /** Throws a UserError for a scenario that cannot be played here. */
  requirePlayable(scenario: Scenario | undefined): void
  /** Those of its last scenarios, the one that runs last. */
  readonly runs: readonly KeptRun[]
  /** Replaces the scenario: its time and counters start anew, held requests are freed, its clock is set if it has one. */
  loadScenario(scenario: Scenario | undefined): void
  /** Leads the market there, whatever the scenario, until a reset; the scenario and held requests go on. */
  setPrice(price: SetPrice): void
  /** Those that were set, in their order. */
  readonly prices: readonly SetPrice[]
  /** Those that it was given when it was made, with those that it has from the server. */
  readonly givenPrices: ScenarioPrices
  /** Adopts the state of a snapshot: its clock continues from `clock`, and its rules count under `countsId`. */
  resume(before: SessionState, clock: ClockState, countsId: string): void
  snapshot(): Snapshot
  /** Makes the session what it was: the same requests give the same replies again. Held requests are freed. */
  restore(snapshot: Snapshot): void
  /** Back to how it was created; a clock without a start of its own goes to the machine's time. */
  reset(): void
  /** Frees held requests and gives back what it shares with other sessions. */
  end(): void
  /** Is called after the scenario was replaced or the clock was changed. Returns how to call that off. */
  onChange(listener: () => void | Promise<void>): () => void
  readonly hasEnded: boolean
  /** Is called when the session ends, at once where it has. Returns how to call that off. */
  onEnd(listener: () => void): () => void
  /** Resolves when all that such changes led to is done. */
  settled(): Promise<void>
}

export interface Sessions {
  /** The server's own. */
  readonly root: Session
  /** What every session starts from where nothing else is said. */
  readonly start: SessionStart
  /** Where the state of all of them lies. */
  readonly state: SharedState<Session>
  /** The server's catalogue with more laid over it; rejects with a UserError for what cannot be used. */
  catalogueWith(sources: readonly OverlaySource[]): Promise<Catalogue>
  /** A session made by `create`, not ended since. */
  find(id: string): Session | undefined
  /** All that were made and not ended, oldest first. */
  list(): Session[]
  /** Makes one that differs from the root's start by what is given, ended by itself `ttlMs` of real time later. */
  create(id: string, change: Partial<SessionStart>, ttlMs?: number): Session
  /** The same for one that was created elsewhere. */
  make(id: string, origin: SessionOrigin): Session
  /** What a created session began with. */
  originOf(id: string): SessionOrigin | undefined
  /** Ends it and frees its held requests; false where there is none. */
  end(id: string): boolean
  /** The same for one that was ended elsewhere. */
  letGo(id: string): boolean
  /** Lets go of all; what others share of them stays. */
  endAll(): void
  /** Back to how the session was created, its snapshots forgotten. */
  reset(session: Session): void
}
