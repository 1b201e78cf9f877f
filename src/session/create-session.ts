/** Makes a session: what it starts from, and what it does from then on. */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import type { Catalogue } from '../catalogue/types.js'
import { type Clock, type ClockSetting, createClock } from '../clock/clock.js'
import { createWaits, type Waits } from '../clock/waits.js'
import type { Dialect, Endpoint } from '../endpoints/define.js'
import type { Encoding } from '../exchange/encoding.js'
import type { Reply } from '../exchange/reply.js'
import { createJournal, type Journal } from '../journal/journal.js'
import { createScenarioRun } from '../scenario/create-run.js'
import type { Asked } from '../scenario/define.js'
import { marketEventsOf, type SetPrice } from '../scenario/events.js'
import { pathsOf, type ScenarioPrices } from '../scenario/prices.js'
import type { RulesRun, ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import { NO_EVENTS } from '../world/market-events.js'
import type { World } from '../world/world.js'
import type { HeldWorlds } from '../world/worlds.js'
import type { Answer, Question } from './answer.js'
import type { Recorder } from './recorder.js'
import { requireNoRefusal } from './require-no-refusal.js'
import type { OnArrival, Session, SessionParts, SessionStart, Snapshot } from './session.js'

/** So many scenarios are remembered, for whoever asks why a request of theirs was answered as it was. */
const MOST_PAST_RUNS = 10

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
  readonly #begin: SessionStart
  #seed: string
  #worlds: HeldWorlds
  #run: ScenarioRun | undefined
  /** The scenario that runs, or did last. */
  #last: Scenario | undefined
  #prices: readonly SetPrice[] = []
  /** When the session was made or reset. */
  #laidAtMs = 0
  #followsClock = false
  #pastRuns: readonly RulesRun[] = []
  #listeners: readonly (() => void | Promise<void>)[] = []
  /** Undefined once it has ended. */
  #endListeners: readonly (() => void)[] | undefined = []
  #following: readonly (void | Promise<void>)[] = []

  constructor(parts: SessionParts, begin: SessionStart) {
    this.id = begin.id
    this.clock = createClock(begin.clock)
    this.journal = createJournal(parts.journals)
    this.waits = createWaits(parts.held)
    this.#parts = parts
    this.#begin = begin
    this.#seed = begin.seed
    this.catalogue = begin.catalogue ?? parts.catalogue
    this.#worlds = parts.worldsOf(begin.seed, NO_EVENTS, this.catalogue)
    if (begin.scenario !== undefined || begin.prices !== undefined) this.#load(begin.scenario, true)
  }

  get onArrival(): OnArrival | undefined {
    return this.#parts.onArrival
  }

  get dialect(): Dialect {
    return this.#run?.scenario.dialect ?? this.#begin.dialect
  }

  get seed(): string {
    return this.#seed
  }

  get prices(): readonly SetPrice[] {
    return this.#prices
  }

  get givenPrices(): ScenarioPrices {
    return this.#begin.prices ?? new Map()
  }

  get scenario(): ScenarioRun | undefined {
    return this.#run
  }

  get stopped(): Scenario | undefined {
    return this.#run === undefined ? this.#last : undefined
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
      cacheWindows: this.#begin.cacheWindows,
    }
    return this.#parts.answers.answer(answering, endpoint, question, atMs)
  }

  requirePlayable(scenario: Scenario | undefined): void {
    if (!this.#begin.splitPorts) requireNoRefusal(scenario)
  }

  rulesRun(id: number): RulesRun | undefined {
    return this.#pastRuns.find((run) => run.id === id)
  }

  loadScenario(scenario: Scenario | undefined): void {
    this.#load(scenario, false)
  }

  setPrice(price: SetPrice): void {
    this.#prices = [...this.#prices, price]
    this.#layEvents(this.#run?.scenario, this.#run?.loadedAtMs ?? 0)
  }

  snapshot(): Snapshot {
    return {
      seed: this.#seed,
      clock: this.clock.setting(),
      scenario: this.#run,
      stopped: this.stopped,
      counted: this.#pastRuns.map((rules) => ({ rules, states: rules.states() })),
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
    // The same runs go on, as the journal's lines are of them.
    for (const { rules, states } of snapshot.counted) rules.restore(states)
    this.#pastRuns = snapshot.counted.map(({ rules }) => rules)
    this.#last = snapshot.stopped
    this.#start(snapshot.scenario)
  }

  reset(): void {
    this.clock.set(createClock(this.#begin.clock).setting())
    this.journal.clear()
    this.#prices = []
    this.#last = undefined
    this.#load(this.#begin.scenario, true)
  }

  end(): void {
    this.waits.free()
    this.journal.end()
    this.#worlds.letGo()
    const listeners = this.#endListeners ?? []
    this.#endListeners = undefined
    for (const listener of listeners) listener()
  }

  onChange(listener: () => void | Promise<void>): () => void {
    if (!this.#followsClock) this.clock.onChange(() => this.#changed())
    this.#followsClock = true
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener)
    }
  }

  get hasEnded(): boolean {
    return this.#endListeners === undefined
  }

  onEnd(listener: () => void): () => void {
    if (this.#endListeners === undefined) listener()
    else this.#endListeners = [...this.#endListeners, listener]
    return () => {
      this.#endListeners = this.#endListeners?.filter((other) => other !== listener)
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#following)
  }

  #changed(): void {
    this.#following = this.#listeners.map((listener) => listener())
  }

  #load(scenario: Scenario | undefined, isStart: boolean): void {
    this.requirePlayable(scenario)
    if (scenario?.clock !== undefined) this.clock.set(toClockChange(scenario.clock))
    if (isStart) this.#laidAtMs = this.nowMs()
    this.#seed = scenario?.seed ?? this.#begin.seed
    this.#start(scenario && createScenarioRun(scenario, this.#seed, this.nowMs()))
  }

  #start(run: ScenarioRun | undefined): void {
    this.#layEvents(run?.scenario, run?.loadedAtMs ?? 0)
    this.#run = run
    if (run !== undefined) {
      this.#last = run.scenario
      const others = this.#pastRuns.filter(({ id }) => id !== run.id)
      this.#pastRuns = [...others, run.rules].slice(-MOST_PAST_RUNS)
    }
    this.waits.free()
    this.#changed()
  }

  #layEvents(scenario: Scenario | undefined, loadedAtMs: number): void {
    const { catalogue } = this
    const paths = new Map([
      ...pathsOf(scenario?.prices, loadedAtMs),
      // What is given to the session itself comes before what its scenario says.
      ...pathsOf(this.#begin.prices, this.#laidAtMs),
    ])
    const events = marketEventsOf(scenario?.events ?? [], catalogue, loadedAtMs, this.#prices, paths)
    const before = this.#worlds
    this.#worlds = this.#parts.worldsOf(this.#seed, events, catalogue)
    before.letGo()
  }
}

function toClockChange({ at, mode, rate }: NonNullable<Scenario['clock']>): Partial<ClockSetting> {
  return { ...(at !== undefined && { atMs: at }), ...(mode && { mode }), ...(rate !== undefined && { rate }) }
}
