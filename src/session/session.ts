/**
 * One isolated run of the simulator: its own clock, seed, scenario, counters and journal. The server has one of its own;
 * whatever answers a question does so for a session.
 */
import type { NetworkName } from '../catalogue/networks.js'
import type { Catalogue } from '../catalogue/types.js'
import type { Clock } from '../clock/clock.js'
import { createWaits, type Waits } from '../clock/waits.js'
import type { Dialect } from '../endpoints/define.js'
import { createJournal, type Journal } from '../journal/journal.js'
import type { PriceEvent } from '../price/events.js'
import { priceEventsOf } from '../scenario/events.js'
import { createScenarioRun, type ScenarioRun } from '../scenario/run.js'
import type { Scenario } from '../scenario/schema.js'
import type { World } from '../world.js'

export type WorldOf = (network: NetworkName) => World

export interface SessionOptions {
  readonly id: string
  readonly seed: string
  readonly clock: Clock
  readonly catalogue: Catalogue
  /** The worlds of a seed with events laid over them. */
  readonly worldsOf: (seed: string, events: ReadonlyMap<string, readonly PriceEvent[]>) => WorldOf
  readonly dialect: Dialect
  readonly cacheWindows: boolean
  readonly scenario?: Scenario
}

export interface Session {
  readonly id: string
  readonly seed: string
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly dialect: Dialect
  readonly cacheWindows: boolean
  readonly journal: Journal
  /** Requests that are held by a delay or a hang. */
  readonly waits: Waits
  /** The instant on this session's clock, in whole ms since 1970. */
  nowMs(): number
  world(network: NetworkName): World
  readonly scenario: ScenarioRun | undefined
  /** Replaces the scenario: its time and counters start anew, held requests are freed, its clock is set if it has one. */
  loadScenario(scenario: Scenario | undefined): void
}

export function createSession(options: SessionOptions): Session {
  const { clock, catalogue } = options
  const waits = createWaits()
  let seed = options.seed
  let worldOf = options.worldsOf(seed, new Map())
  let scenario: ScenarioRun | undefined
  const nowMs = () => Math.floor(clock.nowMs())

  const loadScenario = (next: Scenario | undefined): void => {
    if (next?.clock !== undefined) clock.set(toClockChange(next.clock))
    seed = next?.seed ?? options.seed
    const loadedAtMs = nowMs()
    worldOf = options.worldsOf(seed, priceEventsOf(next?.events ?? [], catalogue, loadedAtMs))
    scenario = next && createScenarioRun(next, seed, loadedAtMs)
    waits.free()
  }
  if (options.scenario !== undefined) loadScenario(options.scenario)

  return {
    id: options.id,
    clock,
    catalogue,
    dialect: options.dialect,
    cacheWindows: options.cacheWindows,
    journal: createJournal(),
    waits,
    nowMs,
    world: (network) => worldOf(network),
    loadScenario,
    get seed() {
      return seed
    },
    get scenario() {
      return scenario
    },
  }
}

function toClockChange({ at, mode, rate }: NonNullable<Scenario['clock']>) {
  return { ...(at !== undefined && { atMs: at }), ...(mode && { mode }), ...(rate !== undefined && { rate }) }
}
