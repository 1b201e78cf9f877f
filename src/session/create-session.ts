/** Makes a session: what it starts from, and what it does from then on. */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import type { Catalogue } from '../catalogue/types.js'
import { type Clock, type ClockSetting, createClock } from '../clock/clock.js'
import { createWaits, type Waits } from '../clock/waits.js'
import { UserError } from '../core/errors.js'
import type { Dialect, Endpoint } from '../endpoints/define.js'
import type { Encoding } from '../exchange/encoding.js'
import type { Reply } from '../exchange/reply.js'
import type { Journal } from '../journal/journal.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import type { Asked } from '../scenario/define.js'
import { marketEventsOf, type SetPrice } from '../scenario/events.js'
import { pathsOf, type ScenarioPrices } from '../scenario/prices.js'
import { createScenarioRun, type RuleState, type ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import { NO_EVENTS } from '../world/market-events.js'
import type { World } from '../world/world.js'
import type { HeldWorlds } from '../world/worlds.js'
import type { Answer, Question } from './answer.js'
import type { Recorder } from './recorder.js'
import type { OnArrival, Session, SessionParts, SessionStart, SessionState, Snapshot } from './session.js'

export function createSession(parts: SessionParts, begin: SessionStart): Session {
  return new RunningSession(parts, begin)
}

/** A class: there are thousands of them, and each request asks one. */
class RunningSession implements Session {
  readonly id: string
  readonly catalogue: Catalogue
  readonly clock: Clock
  readonly journal: Journal
  readonly waits: Waits
  recorder: Recorder | undefined
  readonly #parts: SessionParts
  readonly begin: SessionStart
  #seed: string
  #worlds: HeldWorlds
  #run: ScenarioRun | undefined
  #runId = ''
  #prices: readonly SetPrice[] = []
  /** When the session was made or reset. */
  #laidAtMs = 0
  #listeners: readonly (() => void | Promise<void>)[] = []
  #following: readonly (void | Promise<void>)[] = []

  constructor(parts: SessionParts, begin: SessionStart) {
    this.id = begin.id
    this.clock = createClock(begin.clock, parts.state.time)
    this.journal = parts.state.journalOf(begin.id)
    this.waits = createWaits(parts.held)
    this.#parts = parts
    this.begin = begin
    this.#seed = begin.seed
    this.catalogue = begin.catalogue ?? parts.catalogue
    this.#worlds = parts.worldsOf(begin.seed, NO_EVENTS, this.catalogue)
    if (begin.scenario !== undefined || begin.prices !== undefined) this.#load(begin.scenario, true)
  }

  get onArrival(): OnArrival | undefined {
    return this.#parts.onArrival
  }

  get dialect(): Dialect {
    return this.#run?.scenario.dialect ?? this.begin.dialect
  }

  get seed(): string {
    return this.#seed
  }

  get prices(): readonly SetPrice[] {
    return this.#prices
  }

  get givenPrices(): ScenarioPrices {
    return this.begin.prices ?? new Map()
  }

  get scenario(): ScenarioRun | undefined {
    return this.#run
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
    question: Question & { readonly network: NetworkName; readonly base: BaseName },
    endpoint: Endpoint | undefined,
    { atMs = question.atMs, dialect = this.dialect }: Asked = {},
  ): Answer {
    const answering = {
      world: this.world(question.network, question.base),
      dialect,
      cacheWindows: this.begin.cacheWindows,
    }
    return this.#parts.answers.answer(answering, endpoint, question, atMs)
  }

  loadScenario(scenario: Scenario | undefined): void {
    this.#load(scenario, false)
  }

  setPrice(price: SetPrice): void {
    this.#prices = [...this.#prices, price]
    this.#layEvents(this.#run?.scenario, this.#run?.loadedAtMs ?? 0)
  }

  requireCurrent(): void {
    this.#parts.state.requireCurrent()
  }

  state(): SessionState {
    const run = this.#run
    return {
      seed: this.#seed,
      clock: this.clock.origin(),
      scenario: run?.scenario,
      loadedAtMs: run?.loadedAtMs ?? 0,
      runId: this.#runId,
      prices: this.#prices,
      laidAtMs: this.#laidAtMs,
    }
  }

  adopt({ seed, clock, scenario, loadedAtMs, runId, prices, laidAtMs }: SessionState): void {
    this.#seed = seed
    this.clock.follow(clock)
    this.#prices = prices
    this.#laidAtMs = laidAtMs
    if (runId === this.#runId) this.#layEvents(scenario, loadedAtMs)
    else this.#start(scenario, loadedAtMs, undefined, runId)
  }

  snapshot(): Snapshot {
    const run = this.#run
    return {
      seed: this.#seed,
      clock: this.clock.setting(),
      scenario: run && { scenario: run.scenario, loadedAtMs: run.loadedAtMs, states: run.states() },
      journal: this.journal.state(),
      prices: this.#prices,
      laidAtMs: this.#laidAtMs,
    }
  }

  restore(snapshot: Snapshot): void {
    this.#seed = snapshot.seed
    this.clock.set(snapshot.clock)
    this.journal.restore(snapshot.journal)
    this.#prices = snapshot.prices
    this.#laidAtMs = snapshot.laidAtMs
    const { scenario, loadedAtMs = 0, states } = snapshot.scenario ?? {}
    this.#start(scenario, loadedAtMs, states)
  }

  reset(): void {
    this.clock.set(createClock(this.begin.clock, this.#parts.state.time).setting())
    this.journal.clear()
    this.#prices = []
    this.#load(this.begin.scenario, true)
  }

  end(): void {
    this.waits.free()
    this.journal.end()
    this.#worlds.letGo()
  }

  onChange(listener: () => void | Promise<void>): void {
    if (this.#listeners.length === 0) this.clock.onChange(() => this.#changed())
    this.#listeners = [...this.#listeners, listener]
  }

  async settled(): Promise<void> {
    await Promise.all(this.#following)
  }

  #changed(): void {
    this.#following = this.#listeners.map((listener) => listener())
  }

  #load(scenario: Scenario | undefined, isStart: boolean): void {
    if (!this.begin.splitPorts) requireNoRefusal(scenario)
    if (scenario?.clock !== undefined) this.clock.set(toClockChange(scenario.clock))
    if (isStart) this.#laidAtMs = this.nowMs()
    this.#seed = scenario?.seed ?? this.begin.seed
    this.#start(scenario, this.nowMs())
  }

  #start(
    scenario: Scenario | undefined,
    loadedAtMs: number,
    states?: readonly RuleState[],
    runId = this.#parts.state.newRunId(),
  ): void {
    this.#layEvents(scenario, loadedAtMs)
    this.#runId = runId
    const counts = this.#parts.state.countsOf(this.id, runId)
    this.#run = scenario && createScenarioRun(scenario, this.#seed, loadedAtMs, counts)
    if (states !== undefined) this.#run?.restore(states)
    this.waits.free()
    this.#changed()
  }

  #layEvents(scenario: Scenario | undefined, loadedAtMs: number): void {
    const { catalogue } = this
    const paths = new Map([
      ...pathsOf(scenario?.prices, loadedAtMs),
      // What is given to the session itself comes before what its scenario says.
      ...pathsOf(this.begin.prices, this.#laidAtMs),
    ])
    const events = marketEventsOf(scenario?.events ?? [], catalogue, loadedAtMs, this.#prices, paths)
    const before = this.#worlds
    this.#worlds = this.#parts.worldsOf(this.#seed, events, catalogue)
    before.letGo()
  }
}

function requireNoRefusal(scenario: Scenario | undefined): void {
  const [ruleId] = closedPortsOf(scenario).ruleIds
  if (ruleId === undefined) return
  throw new UserError(
    'the scenario refuses connections, which takes a port for each base address',
    `rule ${ruleId}`,
    'start with --split-ports and load it into the server itself, as no other session has ports of its own',
    3,
  )
}

function toClockChange({ at, mode, rate }: NonNullable<Scenario['clock']>): Partial<ClockSetting> {
  return { ...(at !== undefined && { atMs: at }), ...(mode && { mode }), ...(rate !== undefined && { rate }) }
}
