/** Sessions: isolated runs of the simulator, each with its own clock, seed, scenario, counters and journal. */

import type { Dialect } from '../api/endpoints/define.js'
import type { ApiRequest } from '../api/routing/request.js'
import { type Clock, createClock, toClockSetting } from '../kit/clock/clock.js'
import { type HeldCount, HeldRequests } from '../kit/clock/held-requests.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import type { Catalogue } from '../market/catalogue/types.js'
import { type MarketEvents, NO_EVENTS } from '../market/world/market-events.js'
import type { HeldWorlds, World } from '../market/world/types.js'
import { requireNoPortRules } from '../scenario/closed-ports.js'
import { RECENT_MS, resolveBases } from '../scenario/current-base.js'
import type { OverlaySource } from '../scenario/custom-catalogue/source.js'
import { type MarketMove, marketEventsOf } from '../scenario/events.js'
import { listingsOf } from '../scenario/listings.js'
import { pathsOf, type ScenarioPrices } from '../scenario/prices.js'
import { createScenarioRun, type KeptRun, keptRunOf, type ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import type { Answers } from './answer.js'
import type { Journal, JournalParts } from './journal/journal.js'
import type { MemoryJournal } from './journal/memory-journal.js'
import { recentAnswers } from './journal/traffic.js'
import type { Recorder } from './recorder.js'
import {
  MAX_KEPT_RUNS,
  type SessionSettings,
  type SessionSnapshot,
  type SessionState,
} from './session-settings.js'
import type { StateStore } from './state-store.js'
import { WatchedState } from './watched-state.js'

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
  /** Counts the held requests of all sessions. */
  readonly held: HeldCount
}

/** Called for every request before the rules count it, with the running scenario. */
export type OnArrival = (request: ApiRequest, scenario: ScenarioRun | undefined) => void

/** A class, as there are thousands of sessions and every request uses one. */
export class Session extends WatchedState {
  readonly id: string
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly journal: Journal
  readonly waits: HeldRequests
  readonly answers: Answers
  readonly onArrival: OnArrival | undefined
  /** Present where processes share the session. */
  readonly admit: StateStore<Session>['admit']
  readonly begin: SessionSettings
  /** Present during a rehearsal. */
  recorder: Recorder | undefined
  /** The running scenario. */
  scenario: ScenarioRun | undefined
  /** Recent runs, the current one last. */
  runs: readonly KeptRun[] = []
  /** Names the counts of its rules. Changes whenever a scenario begins, ends or is restored. */
  countsId = ''
  seed: string
  moves: readonly MarketMove[] = []
  readonly #parts: SessionParts
  #worlds: HeldWorlds
  /** The scenario that was loaded last. */
  #last: Scenario | undefined
  #laidAtMs = 0

  constructor(parts: SessionParts, begin: SessionSettings) {
    super()
    const { id, clock, seed, scenario, prices, catalogue = parts.catalogue } = begin
    this.id = id
    this.clock = createClock(clock, parts.state.time)
    this.journal = parts.state.journalOf(id)
    this.waits = new HeldRequests(parts.held)
    this.answers = parts.answers
    this.onArrival = parts.onArrival
    this.admit = parts.state.admit
    this.#parts = parts
    this.catalogue = catalogue
    this.begin = scenario ? { ...begin, scenario: resolveBases(scenario, catalogue.bases, () => 0) } : begin
    this.seed = seed
    this.#worlds = parts.worldsOf(seed, NO_EVENTS, catalogue)
    if (scenario !== undefined || prices !== undefined) this.#load(this.begin.scenario, true)
    parts.onSession?.(this)
  }

  get dialect(): Dialect {
    return this.scenario?.scenario.dialect ?? this.begin.dialect
  }

  /** The prices of its start, with those inherited from the server. */
  get givenPrices(): ScenarioPrices {
    return this.begin.prices ?? new Map()
  }

  /** The scenario that ended last, while none is loaded, until a reset. */
  get stopped(): Scenario | undefined {
    return this.scenario === undefined ? this.#last : undefined
  }

  nowMs(): number {
    return Math.floor(this.clock.nowMs())
  }

  /** The network as seen through a base address; default: the primary. */
  world(network: NetworkName, base: BaseName = 'primary'): World {
    return this.#worlds.worldOf(network, base)
  }

  /** The network as replies of a dialect describe it. */
  worldIn(dialect: Dialect, network: NetworkName, base: BaseName): World {
    const isWhole = generationOf(base) === 2 && dialect === 'documented'
    return this.#worlds.worldOf(network, base, isWhole ? undefined : dialect)
  }

  /** Throws a UserError for a scenario that refuses connections, unless there are split ports. */
  requirePlayable(scenario: Scenario | undefined): void {
    if (!this.begin.splitPorts) requireNoPortRules(scenario)
  }

  /** Replaces the scenario: restarts its time and counters, frees held requests, and sets the clock if it has one. */
  loadScenario(scenario: Scenario | undefined): void {
    this.journal.incidents.onDue()
    this.#load(scenario && this.#resolved(scenario), false)
  }

  /** Replaces the scenario while its time and the counts of equal rules continue, as its run. Frees held requests. */
  async continueScenario(scenario: Scenario): Promise<void> {
    const before = this.scenario
    if (before === undefined) return this.loadScenario(scenario)
    this.requirePlayable(scenario)
    const run = this.#runOf(this.#resolved(scenario), before, before.id)
    run.continueFrom(before, this.nowMs())
    this.#start(run, this.#parts.state.newRunId())
    await this.#parts.state.beginCounts?.(this)
  }

  #resolved(scenario: Scenario): Scenario {
    return resolveBases(scenario, this.catalogue.bases, recentAnswers(this.journal, this.nowMs(), RECENT_MS))
  }

  /** Replaces the moves made at run time, also in the past. The scenario continues. */
  setMoves(moves: readonly MarketMove[]): void {
    this.moves = moves
    this.#layEvents(this.scenario)
    this.notifyChange()
  }

  state(): SessionState {
    const { seed, scenario, stopped, moves, countsId } = this
    return {
      seed,
      clock: this.clock.origin(),
      scenario: scenario?.scenario,
      stopped,
      loadedAtMs: scenario?.loadedAtMs ?? 0,
      loadedElapsedMs: scenario?.loadedElapsedMs,
      countsId,
      runs: this.runs.map(({ rules: { id, loadedAtMs, name, all }, seed, countsId }) => {
        return { id, countsId, seed, loadedAtMs, name, rules: all.map(({ rule }) => rule) }
      }),
      moves,
      laidAtMs: this.#laidAtMs,
    }
  }

  /** Adopts the state of another replica. Held requests are freed if the scenario differs. */
  adopt(state: SessionState, counts: SessionSnapshot['counts'] = []): void {
    const { seed, clock, scenario, stopped, countsId, runs, moves, laidAtMs } = state
    this.seed = seed
    this.clock.follow(clock)
    this.moves = moves
    this.#laidAtMs = laidAtMs
    this.#last = scenario ?? stopped
    this.runs = runs.map((run) => this.runs.find((own) => own.countsId === run.countsId) ?? keptRunOf(run))
    if (countsId === this.countsId) return void this.#layEvents(this.scenario)
    const current = runs.findIndex((run) => run.countsId === countsId)
    const run = scenario && this.#runOf(scenario, state, runs[current]?.id ?? countsId)
    for (const [n, states] of counts.entries()) (n === current ? run : this.runs[n])?.rules.restore(states)
    this.#start(run, countsId)
  }

  /** The state with a clock that begins at the present instant, for `resume`. */
  presentState(): SessionState {
    const { nowMs, elapsedMs } = this.clock.reading()
    return { ...this.state(), clock: { ...this.clock.origin(), originMs: nowMs, sinceMs: elapsedMs } }
  }

  /** For a session in memory; snapshots of a shared one are in its store. */
  snapshot(): SessionSnapshot {
    const counts = this.runs.map(({ rules }) => rules.states())
    return { state: this.presentState(), counts, journal: (this.journal as MemoryJournal).state() }
  }

  /** Restores a snapshot: the same requests get the same replies. Held requests are freed. */
  restore({ state, counts, journal }: SessionSnapshot): void {
    ;(this.journal as MemoryJournal).restore(journal)
    this.resume(state, this.#parts.state.newRunId(), counts)
  }

  /** Adopts the state of a snapshot: its clock continues from then, and its rules count under `countsId`. */
  resume(before: SessionState, countsId: string, counts?: SessionSnapshot['counts']): void {
    const runs = before.runs.map((run) => (run.countsId === before.countsId ? { ...run, countsId } : run))
    const clock = { ...before.clock, sinceMs: this.#parts.state.time.elapsedMs() }
    this.adopt({ ...before, clock, countsId, runs }, counts)
  }

  /** Restores the initial state; a clock without a start instant is set to the machine's time. */
  reset(): void {
    this.clock.set(createClock(this.begin.clock, this.#parts.state.time).setting())
    this.journal.clear()
    this.moves = []
    this.#last = undefined
    this.#load(this.begin.scenario, true)
  }

  end(): void {
    this.waits.free()
    this.journal.end()
    this.#worlds.release()
    this.notifyEnd()
  }

  #load(scenario: Scenario | undefined, isStart: boolean): void {
    this.requirePlayable(scenario)
    if (scenario?.clock !== undefined) this.clock.set(toClockSetting(scenario.clock))
    if (isStart) this.#laidAtMs = this.nowMs()
    this.seed = scenario?.seed ?? this.begin.seed
    const countsId = this.#parts.state.newRunId()
    const { nowMs, elapsedMs } = this.clock.reading()
    const loaded = { loadedAtMs: Math.floor(nowMs), loadedElapsedMs: elapsedMs }
    this.#start(scenario && this.#runOf(scenario, loaded, countsId), countsId)
  }

  #runOf(
    scenario: Scenario,
    { loadedAtMs, loadedElapsedMs }: Pick<SessionState, 'loadedAtMs' | 'loadedElapsedMs'>,
    id: string,
  ): ScenarioRun {
    return createScenarioRun(scenario, this.seed, loadedAtMs, { id, loadedElapsedMs })
  }

  #start(run: ScenarioRun | undefined, countsId: string): void {
    this.#layEvents(run)
    this.scenario = run
    this.countsId = countsId
    if (run !== undefined) {
      this.#last = run.scenario
      const others = this.runs.filter(({ rules }) => rules.id !== run.id)
      this.runs = [...others, { rules: run.rules, seed: this.seed, countsId }].slice(-MAX_KEPT_RUNS)
    }
    this.waits.free()
    this.notifyChange()
  }

  /** Lays all that moves the market: the scenario, the moves, and its own prices, which override those of the scenario. */
  #layEvents(run: ScenarioRun | undefined): void {
    const { scenario, loadedAtMs = 0 } = run ?? {}
    const own = pathsOf(this.givenPrices, this.#laidAtMs)
    const paths = new Map([...pathsOf(scenario?.prices, loadedAtMs), ...own])
    const moves = marketEventsOf(scenario?.events ?? [], this.catalogue, loadedAtMs, this.moves, paths)
    const events = { ...moves, listings: listingsOf(scenario?.tokens ?? {}, this.catalogue, loadedAtMs) }
    const before = this.#worlds
    this.#worlds = this.#parts.worldsOf(this.seed, events, this.catalogue)
    before.release()
  }
}
