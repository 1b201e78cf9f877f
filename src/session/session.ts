/**
 * One isolated run of the simulator: its own clock, seed, scenario, counters and journal. The server has one of its own;
 * whatever answers a question does so for a session.
 */
import type { BaseName, NetworkName } from '../catalogue/networks.js'
import type { Catalogue } from '../catalogue/types.js'
import { type Clock, type ClockSetting, type ClockState, createClock } from '../clock/clock.js'
import { createWaits, type Held, type Waits } from '../clock/waits.js'
import { UserError } from '../core/errors.js'
import type { Dialect, Endpoint } from '../endpoints/define.js'
import type { ApiRequest } from '../exchange/request.js'
import { createJournal, type Journal, type JournalParts, type JournalState } from '../journal/journal.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import type { Asked } from '../scenario/define.js'
import { marketEventsOf, type SetPrice } from '../scenario/events.js'
import { createScenarioRun, type RuleState, type ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import type { World } from '../world/world.js'
import { type MarketEvents, NO_EVENTS, type WorldOf } from '../world/worlds.js'
import type { Answer, Answers, Question } from './answer.js'
import type { Recorder } from './recorder.js'

/** What all sessions of a server share. */
export interface SessionParts {
  readonly catalogue: Catalogue
  /** The worlds of a seed with events laid over them. */
  readonly worldsOf: (seed: string, events: MarketEvents) => WorldOf
  readonly answers: Answers
  readonly onArrival?: OnArrival | undefined
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
}

/** Everything about a session that requests depend on or change. */
export interface Snapshot {
  readonly seed: string
  readonly clock: ClockState
  readonly scenario:
    | { readonly scenario: Scenario; readonly loadedAtMs: number; readonly states: RuleState[] }
    | undefined
  readonly journal: JournalState
  readonly prices: readonly SetPrice[]
}

export interface Session {
  readonly id: string
  readonly seed: string
  readonly dialect: Dialect
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly journal: Journal
  readonly scenario: ScenarioRun | undefined
  /** Requests that are held by a delay or a hang. */
  readonly waits: Waits
  /** Takes down what happens; nobody does where it is undefined. */
  recorder: Recorder | undefined
  /** Told of every request first; nobody is where it is undefined. */
  readonly onArrival: OnArrival | undefined
  /** The instant on its clock, in whole ms since 1970. */
  nowMs(): number
  /** A network as a base address shows it, the primary where none is named. */
  world(network: NetworkName, base?: BaseName): World
  /** What it says to a question at a base address: now and in its own dialect, unless `asked` says otherwise. */
  answer(
    question: Omit<Question, 'endpoint'> & { readonly network: NetworkName; readonly base: BaseName },
    endpoint: Endpoint | undefined,
    asked?: Asked,
  ): Answer
  /** Replaces the scenario: its time and counters start anew, held requests are freed, its clock is set if it has one. */
  loadScenario(scenario: Scenario | undefined): void
  /** Leads the market there, whatever the scenario, until a reset; the scenario and held requests go on. */
  setPrice(price: SetPrice): void
  /** Those that were set, in their order. */
  readonly prices: readonly SetPrice[]
  snapshot(): Snapshot
  /** Makes the session what it was: the same requests give the same replies again. Held requests are freed. */
  restore(snapshot: Snapshot): void
  /** Back to how it was created; a clock without a start of its own goes to the machine's time. */
  reset(): void
  /** Is called after the scenario was replaced or the clock was changed. */
  onChange(listener: () => void | Promise<void>): void
  /** Resolves when all that such changes led to is done. */
  settled(): Promise<void>
}

export function createSession(parts: SessionParts, begin: SessionStart): Session {
  const { catalogue, worldsOf, answers } = parts
  const clock = createClock(begin.clock)
  const journal = createJournal(parts.journals)
  const waits = createWaits(parts.held)
  let seed = begin.seed
  let worldOf = worldsOf(seed, NO_EVENTS)
  let run: ScenarioRun | undefined
  let prices: readonly SetPrice[] = []
  const nowMs = () => Math.floor(clock.nowMs())
  const listeners: (() => void | Promise<void>)[] = []
  let following: readonly (void | Promise<void>)[] = []
  const changed = () => {
    following = listeners.map((listener) => listener())
  }
  clock.onChange(changed)

  const layEvents = (scenario: Scenario | undefined, loadedAtMs: number): void => {
    worldOf = worldsOf(seed, marketEventsOf(scenario?.events ?? [], catalogue, loadedAtMs, prices))
  }
  const start = (scenario: Scenario | undefined, loadedAtMs: number, states?: readonly RuleState[]): void => {
    layEvents(scenario, loadedAtMs)
    run = scenario && createScenarioRun(scenario, seed, loadedAtMs)
    if (states !== undefined) run?.restore(states)
    waits.free()
    changed()
  }
  const loadScenario = (scenario: Scenario | undefined): void => {
    if (!begin.splitPorts) requireNoRefusal(scenario)
    if (scenario?.clock !== undefined) clock.set(toClockChange(scenario.clock))
    seed = scenario?.seed ?? begin.seed
    start(scenario, nowMs())
  }
  const dialectNow = () => run?.scenario.dialect ?? begin.dialect
  const world = (network: NetworkName, base: BaseName = 'primary') => worldOf(network, base)
  if (begin.scenario !== undefined) loadScenario(begin.scenario)

  return {
    id: begin.id,
    clock,
    catalogue,
    journal,
    waits,
    recorder: undefined,
    onArrival: parts.onArrival,
    nowMs,
    world,
    answer(question, endpoint, { atMs = question.atMs, dialect = dialectNow() } = {}) {
      const { network, base, method, url, search } = question
      const header = (name: string) => question.header?.(name)
      return answers.answer(
        { world: world(network, base), dialect, cacheWindows: begin.cacheWindows },
        { endpoint, method, url, search, atMs, header },
      )
    },
    loadScenario,
    setPrice(price) {
      prices = [...prices, price]
      layEvents(run?.scenario, run?.loadedAtMs ?? 0)
    },
    snapshot: () => ({
      seed,
      clock: clock.setting(),
      scenario: run && { scenario: run.scenario, loadedAtMs: run.loadedAtMs, states: run.states() },
      journal: journal.state(),
      prices,
    }),
    restore(snapshot) {
      seed = snapshot.seed
      clock.set(snapshot.clock)
      journal.restore(snapshot.journal)
      prices = snapshot.prices
      start(snapshot.scenario?.scenario, snapshot.scenario?.loadedAtMs ?? 0, snapshot.scenario?.states)
    },
    reset() {
      clock.set(createClock(begin.clock).setting())
      journal.clear()
      prices = []
      loadScenario(begin.scenario)
    },
    onChange: (listener) => void listeners.push(listener),
    settled: async () => void (await Promise.all(following)),
    get dialect() {
      return dialectNow()
    },
    get seed() {
      return seed
    },
    get prices() {
      return prices
    },
    get scenario() {
      return run
    },
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
