/** Makes a session: what it starts from, and what it does from then on. */
import type { BaseName, NetworkName } from '../catalogue/bases.js'
import { type ClockSetting, createClock } from '../clock/clock.js'
import { createWaits } from '../clock/waits.js'
import { UserError } from '../core/errors.js'
import { createJournal } from '../journal/journal.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import { marketEventsOf, type SetPrice } from '../scenario/events.js'
import { pathsOf } from '../scenario/prices.js'
import { createScenarioRun, type RuleState, type ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import { NO_EVENTS } from '../world/market-events.js'
import type { Session, SessionParts, SessionStart } from './session.js'

export function createSession(parts: SessionParts, begin: SessionStart): Session {
  const { worldsOf, answers } = parts
  const { catalogue = parts.catalogue } = begin
  const clock = createClock(begin.clock)
  const journal = createJournal(parts.journals)
  const waits = createWaits(parts.held)
  let seed = begin.seed
  let worlds = worldsOf(seed, NO_EVENTS, catalogue)
  let run: ScenarioRun | undefined
  let prices: readonly SetPrice[] = []
  const nowMs = () => Math.floor(clock.nowMs())
  const listeners: (() => void | Promise<void>)[] = []
  let following: readonly (void | Promise<void>)[] = []
  const changed = () => {
    following = listeners.map((listener) => listener())
  }
  clock.onChange(changed)

  /** When the session was made or reset. */
  let laidAtMs = 0
  const layEvents = (scenario: Scenario | undefined, loadedAtMs: number): void => {
    const paths = new Map([
      ...pathsOf(scenario?.prices, loadedAtMs),
      // What is given to the session itself comes before what its scenario says.
      ...pathsOf(begin.prices, laidAtMs),
    ])
    const events = marketEventsOf(scenario?.events ?? [], catalogue, loadedAtMs, prices, paths)
    const before = worlds
    worlds = worldsOf(seed, events, catalogue)
    before.letGo()
  }
  const start = (scenario: Scenario | undefined, loadedAtMs: number, states?: readonly RuleState[]): void => {
    layEvents(scenario, loadedAtMs)
    run = scenario && createScenarioRun(scenario, seed, loadedAtMs)
    if (states !== undefined) run?.restore(states)
    waits.free()
    changed()
  }
  const loadScenario = (scenario: Scenario | undefined, isStart = false): void => {
    if (!begin.splitPorts) requireNoRefusal(scenario)
    if (scenario?.clock !== undefined) clock.set(toClockChange(scenario.clock))
    if (isStart) laidAtMs = nowMs()
    seed = scenario?.seed ?? begin.seed
    start(scenario, nowMs())
  }
  const dialectNow = () => run?.scenario.dialect ?? begin.dialect
  const world = (network: NetworkName, base: BaseName = 'primary') => worlds.worldOf(network, base)
  if (begin.scenario !== undefined || begin.prices !== undefined) loadScenario(begin.scenario, true)

  return {
    id: begin.id,
    clock,
    catalogue,
    journal,
    waits,
    onArrival: parts.onArrival,
    recorder: undefined,
    nowMs,
    world,
    compressed: answers.compressed,
    answer(question, endpoint, { atMs = question.atMs, dialect = dialectNow() } = {}) {
      const answering = {
        world: world(question.network, question.base),
        dialect,
        cacheWindows: begin.cacheWindows,
      }
      return answers.answer(answering, endpoint, question, atMs)
    },
    loadScenario: (scenario) => loadScenario(scenario),
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
      laidAtMs,
    }),
    restore(snapshot) {
      seed = snapshot.seed
      clock.set(snapshot.clock)
      journal.restore(snapshot.journal)
      prices = snapshot.prices
      laidAtMs = snapshot.laidAtMs
      start(snapshot.scenario?.scenario, snapshot.scenario?.loadedAtMs ?? 0, snapshot.scenario?.states)
    },
    reset() {
      clock.set(createClock(begin.clock).setting())
      journal.clear()
      prices = []
      loadScenario(begin.scenario, true)
    },
    end() {
      waits.free()
      journal.end()
      worlds.letGo()
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
