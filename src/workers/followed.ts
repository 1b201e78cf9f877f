/**
 * A session that the primary keeps, as a worker serves it: the same clock, worlds and rules. What its rules count is
 * counted by the primary; a request that no rule matches is answered without a word to it.
 */
import { readClock } from '../clock/clock.js'
import { createWaits } from '../clock/waits.js'
import type { Endpoint } from '../endpoints/define.js'
import type { JournalWriter } from '../journal/journal.js'
import type { Arrival } from '../scenario/arrival.js'
import { happeningsOf } from '../scenario/happenings.js'
import type { Target } from '../scenario/matcher.js'
import { createScenarioRun, type Decided, type Decision, type ScenarioRun } from '../scenario/run.js'
import type { Deciding, ServedSession } from '../session/served.js'
import type { WorldOf } from '../universe.js'
import type { Worlds } from '../worlds.js'
import type { Channel } from './channel.js'
import type { Counted, SessionState, ToPrimary } from './messages.js'

export interface FollowedSession extends ServedSession {
  /** Becomes what the primary says it is; another epoch frees what it holds. */
  follow(state: SessionState): void
}

export interface FollowedOptions {
  readonly worlds: Worlds
  readonly cacheWindows: boolean
  readonly journal: JournalWriter
  readonly primary: Channel<ToPrimary>
}

export function createFollowedSession(
  first: SessionState,
  { worlds: { catalogue, worldsOf }, cacheWindows, journal, primary }: FollowedOptions,
): FollowedSession {
  const waits = createWaits()
  let state = first
  let { worldOf, run } = begin(first)

  function begin({ seed, scenario: given }: SessionState): {
    worldOf: WorldOf
    run: ScenarioRun | undefined
  } {
    const { scenario, loadedAtMs = 0 } = given ?? {}
    return {
      worldOf: worldsOf(seed, happeningsOf(scenario?.events ?? [], catalogue, loadedAtMs)),
      run: scenario && createScenarioRun(scenario, seed, loadedAtMs),
    }
  }
  const decide = (arrival: Arrival, endpoint: Endpoint | undefined): Decided => {
    const rules = run?.matching(arrival) ?? []
    return rules.length === 0 ? undefined : counted(rules, arrival.atMs, endpoint)
  }
  const counted = async (
    rules: readonly number[],
    atMs: number,
    endpoint: Endpoint | undefined,
  ): Promise<Decision | undefined | 'changed'> => {
    const { id, version } = state
    const asked = run
    const answer = await primary.ask<Counted>({ say: 'count', id, version, atMs, rules })
    return answer === 'changed' ? answer : answer.strike && asked?.decisionOf(answer.strike, endpoint)
  }
  const scenario: Deciding = {
    decider(target: Target, endpoint) {
      if (run?.decider(target, endpoint) === undefined) return undefined
      return { passes: () => false, decide: (arrival) => decide(arrival, endpoint) }
    },
  }
  return {
    cacheWindows,
    journal,
    waits,
    scenario,
    get dialect() {
      return state.dialect
    },
    get epoch() {
      return state.epoch
    },
    nowMs: () => Math.floor(readClock(state.clock)),
    world: (network, base = 'primary') => worldOf(network, base),
    follow(next) {
      const isOther = next.epoch !== state.epoch
      state = next
      if (!isOther) return
      ;({ worldOf, run } = begin(next))
      waits.free()
    },
  }
}
