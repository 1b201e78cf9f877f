/** Sessions: isolated runs of the simulator, each with its own clock, seed, scenario, counters and journal. */

import type { Dialect, Endpoint } from '../api/endpoints/define.js'
import type { ApiRequest } from '../api/routing/request.js'
import type { Clock, ClockOrigin, ClockSetting, ClockState } from '../kit/clock/clock.js'
import type { HeldCount, HeldRequests } from '../kit/clock/held-requests.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import type { Catalogue } from '../market/catalogue/types.js'
import type { MarketEvents } from '../market/world/market-events.js'
import type { HeldWorlds, World } from '../market/world/types.js'
import type { OverlaySource } from '../scenario/custom-catalogue/source.js'
import type { FaultEffect } from '../scenario/define.js'
import type { MarketMove } from '../scenario/events.js'
import type { ScenarioPrices } from '../scenario/prices.js'
import type { RuleState, RulesRun, ScenarioRun } from '../scenario/run-types.js'
import type { Rule, Scenario } from '../scenario/schema.js'
import type { Answer, AnswerRequest, Answers } from './answer.js'
import type { Exchanges } from './exchanges.js'
import type { JournalParts } from './journal/create-parts.js'
import type { Journal, JournalState } from './journal/journal.js'
import type { Recorder } from './recorder.js'
import type { StateStore } from './state-store.js'

export interface SessionParts {
  readonly catalogue: Catalogue
  /** Overlays sources on the catalogue for one session; default: ignores them. */
  readonly catalogueWith?: (sources: readonly OverlaySource[]) => Promise<Catalogue>
  readonly worldsOf: (seed: string, events: MarketEvents, catalogue: Catalogue) => HeldWorlds
  readonly answers: Answers
  readonly onArrival?: OnArrival | undefined
  /** Called for every new session. */
  readonly onSession?: ((session: Session) => void) | undefined
  readonly state: StateStore<Session>
  /** Shared by all journals; default: one per journal. */
  readonly journals?: JournalParts
  /** Counts the held requests of all sessions; default: a separate limit per session. */
  readonly held?: HeldCount
}

/** Called for every request before the rules count it, with the running scenario. */
export type OnArrival = (request: ApiRequest, scenario: ScenarioRun | undefined) => void

export interface SessionSettings {
  readonly id: string
  readonly seed: string
  readonly clock: ClockSetting
  readonly dialect: Dialect
  readonly cacheWindows: boolean
  /** Whether connections to a base address can fail: each has its own port, or a proxy in front. */
  readonly splitPorts?: boolean
  readonly scenario?: Scenario
  /** Applied at creation and at each reset; override those of scenarios. */
  readonly prices?: ScenarioPrices
  readonly catalogue?: Catalogue
  /** The sources of `catalogue`, from which other replicas rebuild it. */
  readonly catalogueFrom?: readonly OverlaySource[]
}

export interface SessionOrigin {
  readonly change: Partial<SessionSettings>
  /** Expiry by the time of the shared state; default: never. */
  readonly endsAtMs?: number
}

export interface KeptRun {
  readonly rules: RulesRun
  readonly seed: string
  /** Names the shared counters of the rules. */
  readonly countsId: string
}

export interface RunOrigin {
  readonly id: string
  readonly countsId: string
  readonly seed: string
  readonly loadedAtMs: number
  readonly name: string | undefined
  readonly rules: readonly Rule[]
}

/** All state of a session that control calls change, which excludes counts and journal. */
export interface SessionState {
  readonly seed: string
  readonly clock: ClockOrigin
  readonly scenario: Scenario | undefined
  readonly stopped: Scenario | undefined
  readonly loadedAtMs: number
  readonly loadedElapsedMs: number | undefined
  /** Changes whenever a scenario begins, ends or is restored. */
  readonly countsId: string
  readonly runs: readonly RunOrigin[]
  readonly moves: readonly MarketMove[]
  readonly laidAtMs: number
}

export interface SessionSnapshot {
  readonly state: SessionState
  readonly clock: ClockState
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
  /** The scenario that ended last, while none is loaded, until a reset. */
  readonly stopped: Scenario | undefined
  readonly waits: HeldRequests
  readonly onArrival: OnArrival | undefined
  /** Present during a rehearsal. */
  recorder: Recorder | undefined
  /** Present while somebody watches, and for a while after. */
  exchanges: Exchanges | undefined
  readonly begin: SessionSettings
  /** Throws a StateLost while the shared state is out of reach. */
  requireCurrent(): void
  state(): SessionState
  /** Adopts the state of another replica. Held requests are freed if the scenario differs. */
  adopt(state: SessionState): void
  nowMs(): number
  /** The network as seen through a base address; default: the primary. */
  world(network: NetworkName, base?: BaseName): World
  /** The answer at a base address, at the instant and in the dialect of the request unless `asked` overrides them. */
  answer(
    question: AnswerRequest & { readonly network: NetworkName; readonly base: BaseName },
    endpoint: Endpoint | undefined,
    asked?: FaultEffect,
  ): Answer
  compressed: Answers['compressed']
  /** Throws a UserError for a scenario that refuses connections, unless there are split ports. */
  requirePlayable(scenario: Scenario | undefined): void
  /** Recent runs, the current one last. */
  readonly runs: readonly KeptRun[]
  /** Replaces the scenario: restarts its time and counters, frees held requests, and sets the clock if it has one. */
  loadScenario(scenario: Scenario | undefined): void
  /** Replaces the moves made at run time, also in the past. The scenario continues. */
  setMoves(moves: readonly MarketMove[]): void
  readonly moves: readonly MarketMove[]
  /** The prices of its start, with those inherited from the server. */
  readonly givenPrices: ScenarioPrices
  /** Adopts the state of a snapshot: its clock continues from `clock`, and its rules count under `countsId`. */
  resume(before: SessionState, clock: ClockState, countsId: string): void
  snapshot(): SessionSnapshot
  /** Restores a snapshot: the same requests get the same replies. Held requests are freed. */
  restore(snapshot: SessionSnapshot): void
  /** Restores the initial state; a clock without a start instant is set to the machine's time. */
  reset(): void
  end(): void
  /** Calls `listener` after the scenario was replaced or the clock changed. Returns a function that unsubscribes. */
  onChange(listener: () => void | Promise<void>): () => void
  readonly hasEnded: boolean
  /** Calls `listener` when the session ends, immediately if it has. Returns a function that unsubscribes. */
  onEnd(listener: () => void): () => void
  /** Resolves when all listeners to the last change are done. */
  settled(): Promise<void>
}

export interface Sessions {
  readonly root: Session
  readonly start: SessionSettings
  readonly state: StateStore<Session>
  /** Overlays sources on the server's catalogue; rejects with a UserError for unusable ones. */
  catalogueWith(sources: readonly OverlaySource[]): Promise<Catalogue>
  find(id: string): Session | undefined
  /** Oldest first, without the root. */
  list(): Session[]
  /** Creates a session that differs from the root's start by `change` and ends after `ttlMs` of real time. */
  create(id: string, change: Partial<SessionSettings>, ttlMs?: number): Session
  /** `make` and `letGo` apply what another replica has created or ended. */
  make(id: string, origin: SessionOrigin): Session
  originOf(id: string): SessionOrigin | undefined
  /** Ends a session and frees its held requests; false for an unknown id. */
  end(id: string): boolean
  letGo(id: string): boolean
  endAll(): void
  reset(session: Session): void
}
