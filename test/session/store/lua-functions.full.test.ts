/**
 * What rules decide exists twice: in TypeScript, which counts in memory, and as a function of the store. Random histories say
 * the same of both, request by request and in what is counted at the end.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiRequest } from '../../../src/api/routing/request.js'
import { Draws } from '../../../src/kit/random/draws.js'
import { keyOf } from '../../../src/kit/random/random.js'
import type { Firing } from '../../../src/scenario/define.js'
import { createScenarioRun } from '../../../src/scenario/run.js'
import type { ScenarioRun } from '../../../src/scenario/run-types.js'
import type { Scenario } from '../../../src/scenario/schema.js'
import { connectStore, type StoreConnection } from '../../../src/session/store/connection.js'
import { createStoreCounts, DecisionTurns, statesOf } from '../../../src/session/store/rule-counts.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { RUNS } from '../../support/runs.js'
import { evaluated } from '../../support/scenario.js'

const HISTORIES = 10_000 * RUNS
/** Tests that share the histories. */
const PARTS = 2 * RUNS
/** That number is under way at once, each with several replicas. */
const AT_ONCE = 500
const REPLICAS = 3
const LOADED_MS = Date.parse('2026-03-01T12:00:00Z')
const BASES = ['primary', 'fallback', 'fallback-2'] as const
const SEED = keyOf('histories', 'of rules')

/** Random choices of one history. */
class Choices {
  readonly #draws: Draws

  constructor(history: number) {
    this.#draws = new Draws().at(SEED, 0, history)
  }

  below(most: number): number {
    return Math.floor(this.#draws.uniform() * most)
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]
  }

  /** Nothing, as often as not. */
  maybe<Item>(make: () => Item): Item | undefined {
    return this.below(2) === 0 ? undefined : make()
  }
}

function scenarioOf(choices: Choices): Scenario {
  const rules = Array.from({ length: 1 + choices.below(4) }, () => ({
    match: choices.maybe(() => ({ base: [choices.one(BASES), choices.one(BASES)] })),
    when: choices.maybe(() => ({
      calls: choices.maybe(() => {
        const first = 1 + choices.below(6)
        return { first, last: choices.one([first, first + 2, Number.POSITIVE_INFINITY]) }
      }),
      every: choices.maybe(() => 1 + choices.below(3)),
      times: choices.maybe(() => 1 + choices.below(3)),
      after: choices.maybe(() => choices.below(3000)),
      until: choices.maybe(() => 3000 + choices.below(9000)),
      chance: choices.maybe(() => choices.one([0.1, 0.5, 0.9, 1])),
    })),
    fault: choices.one([
      { status: 503 },
      { delay: { from: 100, to: 5000 } },
      { stale: 'frozen' },
      {
        rateLimit: {
          requests: choices.one([1, 2, 7]),
          per: choices.one([1, 1000, 1500, 86_400_000]),
          ...(choices.below(2) === 0 && { burst: 1 + choices.below(3) }),
        },
      },
    ]),
  }))
  return { rules } as unknown as Scenario
}

function requestOf(choices: Choices, atMs: number): ApiRequest {
  return {
    network: 'arbitrum',
    base: choices.one(BASES),
    endpoint: 'ping',
    method: 'GET',
    url: '/ping',
    search: '',
    header: () => undefined,
    atMs,
  } as ApiRequest
}

const seenOf = (firing: Firing | undefined) =>
  firing && {
    rule: firing.ruleId,
    delayMs: firing.delayMs,
    firstFiredAtMs: firing.context.firstFiredAtMs,
    state: firing.context.state,
  }

describe.runIf(hasStore())('the function of the store', () => {
  let store: TestStore
  let connection: StoreConnection
  beforeAll(async () => {
    store = await startStore()
    connection = await connectStore({ url: store.url, ca: undefined }, () => {})
  })
  afterAll(async () => {
    connection.close()
    await store.stop()
  })

  const replicaOf = (history: number, replica: number, scenario: Scenario): ScenarioRun =>
    createScenarioRun(scenario, `seed ${history}`, LOADED_MS, {
      id: `run ${history}`,
      counts: createStoreCounts(
        new DecisionTurns(),
        () => false,
        async (args) =>
          String(
            await connection.call('decide', [`rules:${history}`, `answers:${history}:${replica}`], args),
          ),
      ),
    })

  /** Plays one history to both; returns how many requests it had, and how many of them a rule struck. */
  const play = async (history: number) => {
    const choices = new Choices(history)
    const scenario = scenarioOf(choices)
    const alone = createScenarioRun(scenario, `seed ${history}`, LOADED_MS)
    const replicas = Array.from({ length: REPLICAS }, (_, n) => replicaOf(history, n, scenario))
    const length = 1 + choices.below(10)
    let struck = 0
    let atMs = LOADED_MS
    for (let n = 0; n < length; n++) {
      // Clocks may be put back.
      atMs += choices.one([0, 1, 10, 500, 1000, 4000, -700])
      const request = requestOf(choices, atMs)
      const expected = evaluated(alone, request)
      const decided = await choices.one(replicas).evaluator(request, undefined)?.evaluate(request)
      expect(seenOf(decided), `history ${history}, request ${n}`).toEqual(seenOf(expected))
      if (expected !== undefined) struck++
    }
    const fields = await store.client.hgetall(`rules:${history}`)
    expect(statesOf(fields, scenario.rules?.length ?? 0), `history ${history}`).toEqual(alone.states())
    return { length, struck }
  }

  test.each(Array.from({ length: PARTS }, (_, part) => part * (HISTORIES / PARTS)))(
    'decides random histories of three replicas as memory does, from the %i-th on',
    async (first) => {
      let requests = 0
      let struck = 0
      for (let from = first; from < first + HISTORIES / PARTS; from += AT_ONCE) {
        const played = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => play(from + n)))
        for (const { length, struck: more } of played) {
          requests += length
          struck += more
        }
        await store.client.flushdb()
      }
      // Histories in which nothing happens, or everything, would show nothing.
      expect(requests).toBeGreaterThan((HISTORIES / PARTS) * 5)
      expect(struck / requests).toBeGreaterThan(0.2)
      expect(struck / requests).toBeLessThan(0.8)
    },
  )
})
