import type { Dialect, Endpoint } from '../api/endpoints/define.js'
import type { Encoding } from '../api/routing/encoding.js'
import type { Reply } from '../api/routing/reply.js'
import { type Clock, type ClockState, createClock, toClockSetting } from '../kit/clock/clock.js'
import { HeldRequests } from '../kit/clock/held-requests.js'
import { generationOf } from '../market/catalogue/bases.js'
import type { BaseName, NetworkName } from '../market/catalogue/names.js'
import type { Catalogue } from '../market/catalogue/types.js'
import { NO_EVENTS } from '../market/world/market-events.js'
import type { HeldWorlds, World } from '../market/world/types.js'
import { requireNoPortRules } from '../scenario/closed-ports.js'
import type { FaultEffect } from '../scenario/define.js'
import type { MarketMove } from '../scenario/events.js'
import type { ScenarioPrices } from '../scenario/prices.js'
import { createScenarioRun } from '../scenario/run.js'
import type { ScenarioRun } from '../scenario/run-types.js'
import type { Scenario } from '../scenario/schema.js'
import type { Answer, AnswerRequest } from './answer.js'
import { withCurrentBases, withPrimaryBases } from './current-bases.js'
import { eventsIn } from './events-in.js'
import type { Journal } from './journal/journal.js'
import type { Recorder } from './recorder.js'
import { SessionRuns } from './runs.js'
import type {
  KeptRun,
  OnArrival,
  Session,
  SessionParts,
  SessionSettings,
  SessionSnapshot,
  SessionState,
} from './session.js'
import { WatchedState } from './watched-state.js'

type LoadTimes = Pick<SessionState, 'loadedAtMs' | 'loadedElapsedMs'>

/** A running session. A class, as there are thousands of sessions and every request uses one. */
export class RunningSession extends WatchedState implements Session {
  readonly id: string
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly journal: Journal
  readonly waits: HeldRequests
  readonly onArrival: OnArrival | undefined
  recorder: Recorder | undefined
  readonly #parts: SessionParts
  readonly begin: SessionSettings
  #seed: string
  #worlds: HeldWorlds
  readonly #runs = new SessionRuns()
  #moves: readonly MarketMove[] = []
  #laidAtMs = 0

  constructor(parts: SessionParts, begin: SessionSettings) {
    super()
    this.id = begin.id
    this.clock = createClock(begin.clock, parts.state.time)
    this.journal = parts.state.journalOf(begin.id)
    this.waits = new HeldRequests(parts.held)
    this.onArrival = parts.onArrival
    this.#parts = parts
    this.catalogue = begin.catalogue ?? parts.catalogue
    this.begin = withPrimaryBases(begin, this.catalogue)
    this.#seed = begin.seed
    this.#worlds = parts.worldsOf(begin.seed, NO_EVENTS, this.catalogue)
    if (begin.scenario !== undefined || begin.prices !== undefined) this.#load(this.begin.scenario, true)
    parts.onSession?.(this)
  }

  get dialect(): Dialect {
    return this.#runs.current?.scenario.dialect ?? this.begin.dialect
  }

  get seed(): string {
    return this.#seed
  }

  get moves(): readonly MarketMove[] {
    return this.#moves
  }

  get givenPrices(): ScenarioPrices {
    return this.begin.prices ?? new Map()
  }

  get scenario(): ScenarioRun | undefined {
    return this.#runs.current
  }

  get stopped(): Scenario | undefined {
    return this.#runs.stopped
  }

  nowMs(): number {
    return Math.floor(this.clock.nowMs())
  }

  world(network: NetworkName, base: BaseName = 'primary'): World {
    return this.#worlds.worldOf(network, base)
  }

  compressed(reply: Reply, encoding: Encoding | undefined): Reply | Promise<Reply> {
    return this.#parts.answers.compressed(reply, encoding)
  }

  answer(
    question: AnswerRequest & { readonly network: NetworkName; readonly base: BaseName },
    endpoint: Endpoint | undefined,
    { atMs = question.atMs, dialect = this.dialect }: FaultEffect = {},
  ): Answer {
    const answering = {
      world: this.world(question.network, question.base),
      generation: generationOf(question.base),
      dialect,
      cacheWindows: this.begin.cacheWindows,
    }
    return this.#parts.answers.answer(answering, endpoint, question, atMs)
  }

  requirePlayable(scenario: Scenario | undefined): void {
    if (!this.begin.splitPorts) requireNoPortRules(scenario)
  }

  get runs(): readonly KeptRun[] {
    return this.#runs.kept
  }

  loadScenario(scenario: Scenario | undefined): void {
    this.#load(scenario && withCurrentBases(scenario, this), false)
  }

  setMoves(moves: readonly MarketMove[]): void {
    this.#moves = moves
    this.#layEvents(this.scenario)
    this.notifyChange()
  }

  requireCurrent(): void {
    this.#parts.state.requireCurrent(this.id)
  }

  state(): SessionState {
    const { seed, scenario, stopped, moves } = this
    return {
      seed,
      clock: this.clock.origin(),
      scenario: scenario?.scenario,
      stopped,
      loadedAtMs: scenario?.loadedAtMs ?? 0,
      loadedElapsedMs: scenario?.loadedElapsedMs,
      countsId: this.#runs.countsId,
      runs: this.#runs.origins(),
      moves,
      laidAtMs: this.#laidAtMs,
    }
  }

  adopt(state: SessionState, counts: SessionSnapshot['counts'] = []): void {
    const { seed, clock, scenario, stopped, countsId, runs, moves, laidAtMs } = state
    this.#seed = seed
    this.clock.follow(clock)
    this.#moves = moves
    this.#laidAtMs = laidAtMs
    this.#runs.adopt(scenario ?? stopped, runs)
    if (countsId === this.#runs.countsId) return void this.#layEvents(this.scenario)
    const current = runs.findIndex((run) => run.countsId === countsId)
    const run = scenario && this.#runOf(scenario, state, countsId, runs[current]?.id)
    for (const [n, states] of counts.entries())
      (n === current ? run : this.#runs.kept[n])?.rules.restore(states)
    this.#start(run, countsId)
  }

  snapshot(): SessionSnapshot {
    return {
      state: this.state(),
      clock: this.clock.setting(),
      counts: this.runs.map(({ rules }) => rules.states()),
      journal: this.journal.state(),
    }
  }

  restore({ state, clock, counts, journal }: SessionSnapshot): void {
    this.journal.restore(journal)
    this.resume(state, clock, this.#parts.state.newRunId(), counts)
  }

  resume(
    before: SessionState,
    clock: ClockState,
    countsId: string,
    counts?: SessionSnapshot['counts'],
  ): void {
    const runs = before.runs.map((run) => (run.countsId === before.countsId ? { ...run, countsId } : run))
    const origin = createClock(clock, this.#parts.state.time).origin()
    this.adopt({ ...before, clock: origin, countsId, runs }, counts)
  }

  reset(): void {
    this.clock.set(createClock(this.begin.clock, this.#parts.state.time).setting())
    this.journal.clear()
    this.#moves = []
    this.#runs.forgetStopped()
    this.#load(this.begin.scenario, true)
  }

  end(): void {
    this.waits.free()
    this.journal.end()
    this.#worlds.letGo()
    this.notifyEnd()
  }

  #load(scenario: Scenario | undefined, isStart: boolean): void {
    this.requirePlayable(scenario)
    if (scenario?.clock !== undefined) this.clock.set(toClockSetting(scenario.clock))
    if (isStart) this.#laidAtMs = this.nowMs()
    this.#seed = scenario?.seed ?? this.begin.seed
    const countsId = this.#parts.state.newRunId()
    const { nowMs, elapsedMs } = this.clock.reading()
    const loaded = { loadedAtMs: Math.floor(nowMs), loadedElapsedMs: elapsedMs }
    this.#start(scenario && this.#runOf(scenario, loaded, countsId), countsId)
  }

  #runOf(scenario: Scenario, loaded: LoadTimes, countsId: string, id = countsId): ScenarioRun {
    const { loadedAtMs, loadedElapsedMs } = loaded
    const counts = this.#parts.state.countsOf(this.id, countsId)
    return createScenarioRun(scenario, this.#seed, loadedAtMs, { id, counts, loadedElapsedMs })
  }

  #start(run: ScenarioRun | undefined, countsId = this.#parts.state.newRunId()): void {
    this.#layEvents(run)
    this.#runs.start(run, this.#seed, countsId)
    this.waits.free()
    this.notifyChange()
  }

  #layEvents(run: ScenarioRun | undefined): void {
    const events = eventsIn(this, run, this.#laidAtMs)
    const before = this.#worlds
    this.#worlds = this.#parts.worldsOf(this.#seed, events, this.catalogue)
    before.letGo()
  }
}
