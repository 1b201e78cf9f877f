/**
 * What rules decide exists twice: in TypeScript, which counts in memory, and as a function of the store. Random histories say
 * the same of both, request by request and in what is counted at the end.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiRequest } from '../../../src/api/routing/request.js'
import { Draws } from '../../../src/kit/random/draws.js'
import { keyOf } from '../../../src/kit/random/random.js'
import type { Firing } from '../../../src/scenario/define.js'
import { createScenarioRun, type ScenarioRun } from '../../../src/scenario/run.js'
import type { RuleState } from '../../../src/scenario/running-rule.js'
import type { Scenario } from '../../../src/scenario/schema.js'
import { MAX_BUCKETS, SCOPES } from '../../../src/scenario/token-bucket.js'
import { createJournalParts } from '../../../src/session/journal/journal.js'
import type { Session } from '../../../src/session/session.js'
import { connectStore, type StoreContext } from '../../../src/session/store/connection.js'
import { ruleFieldsOf, statesOf } from '../../../src/session/store/join.js'
import { StoreJournal } from '../../../src/session/store/journal.js'
import { createKeys } from '../../../src/session/store/keys.js'
import { createAdmit } from '../../../src/session/store/requests.js'
import { createStoreTime } from '../../../src/session/store/time.js'
import { hasStore, startStore, type TestStore } from '../../support/redis.js'
import { LONG_LIMIT_MS } from '../../support/replicas.js'
import { RUNS, RUNS_MS } from '../../support/runs.js'
import { evaluated } from '../../support/scenario.js'

const HISTORIES = 1000 * RUNS
/** That number is under way at once, each with several replicas. */
const AT_ONCE = 500
const LOADED_MS = Date.parse('2026-03-01T12:00:00Z')
const BASES = ['primary', 'fallback', 'fallback-2'] as const
const CLIENTS = [undefined, { number: 1, address: '127.0.0.2' }, { number: 2, address: '::1' }]
const SEED = keyOf('histories', 'of rules')

/** Random choices of one history; `maybe` chooses nothing, as often as not. */
function choicesOf(history: number) {
  const draws = new Draws().at(SEED, 0, history)
  const below = (most: number): number => Math.floor(draws.uniform() * most)
  return {
    below,
    one: <Item>(items: readonly Item[]): Item => items[below(items.length)],
    maybe: <Item>(make: () => Item): Item | undefined => (below(2) === 0 ? undefined : make()),
  }
}
type Choices = ReturnType<typeof choicesOf>

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
          by: choices.one([undefined, ...SCOPES]),
        },
      },
    ]),
  }))
  return { rules } as unknown as Scenario
}

const PING = { network: 'arbitrum', endpoint: 'ping', method: 'GET', url: '/ping', search: '' }

const seenOf = (firing: Firing | undefined) =>
  firing && {
    rule: firing.ruleId,
    delayMs: firing.delayMs,
    firstFiredAtMs: firing.context.firstFiredAtMs,
    waitMs: firing.context.waitMs,
  }

describe.runIf(hasStore())('the function of the store', () => {
  let store: TestStore
  let replicas: readonly StoreContext[]
  const keys = createKeys('test')
  beforeAll(async () => {
    store = await startStore()
    const onTrouble = (error: unknown): never => {
      throw error
    }
    const connect = async (_: unknown, n: number): Promise<StoreContext> => {
      const connection = await connectStore({ url: store.url, ca: undefined }, onTrouble, LONG_LIMIT_MS)
      return { ...connection, replica: `${n}`, keys, time: createStoreTime(), isWatched: false, onTrouble }
    }
    replicas = await Promise.all(Array.from({ length: 3 }, connect))
  })
  afterAll(async () => {
    for (const context of replicas) context.close()
    await store.stop()
  })

  const deciderOf = (context: StoreContext, run: ScenarioRun, id: string, clock: object) => {
    const journal = new StoreJournal(id, context, createJournalParts())
    journal.follow('lines')
    const session = { id, clock, journal, countsId: 'counts', hasEnded: false } as unknown as Session
    const sessions = { settled: async () => {}, follow: async () => {}, versionOf: () => 'one' }
    const admit = createAdmit(context, sessions)
    return async (request: ApiRequest): Promise<Firing | undefined> => {
      const consider = () => ({ run, matched: run.matched(request), status: 200, outcome: 'ok' })
      const { fired } = await admit(session, request, consider, () => 0)
      return fired && run.firing(fired, undefined, request.atMs)
    }
  }
  const begin = async (id: string, states: readonly RuleState[]) => {
    await store.client.hset(keys.document(id), 'version', 'one')
    await store.client.hset(keys.rules(id, 'counts'), { began: 1, ...ruleFieldsOf(states) })
  }

  test('goes on from counts as memory does, and clients beyond the limit share a bucket', async () => {
    const fault = { rateLimit: { requests: 1, per: 86_400_000, by: 'client' } }
    const scenario = { rules: [{ id: 'r', fault }] } as unknown as Scenario
    const create = () => createScenarioRun(scenario, 'limit', LOADED_MS)
    const alone = create()
    const requestOf = (number: number) =>
      ({
        ...PING,
        base: 'primary',
        sender: { number, address: `client ${number}` },
        header: () => undefined,
        atMs: LOADED_MS,
      }) as unknown as ApiRequest
    for (let number = 2; number <= MAX_BUCKETS; number++) evaluated(alone, requestOf(number))
    await begin('limit', alone.states())
    const clock = { origin: () => ({ mode: 'frozen', rate: 1, originMs: LOADED_MS, sinceMs: 0 }) }
    const decide = deciderOf(replicas[0], create(), 'limit', clock)
    const [first, second] = [1, 2].map((beyond) => requestOf(MAX_BUCKETS + beyond))
    const limited = []
    for (const request of [requestOf(1), first, second, requestOf(1), requestOf(2)]) {
      const decided = seenOf(await decide(request))
      expect(decided).toEqual(seenOf(evaluated(alone, request)))
      limited.push(decided !== undefined)
    }
    expect(limited).toEqual([false, false, true, true, true])
    const fields = await store.client.hgetall(keys.rules('limit', 'counts'))
    expect(statesOf(fields, 1)).toEqual(alone.states())
  })

  /** Plays one history to both; returns how many requests it had, and how many of them a rule struck. */
  const play = async (history: number) => {
    const choices = choicesOf(history)
    const scenario = scenarioOf(choices)
    const createRun = () => createScenarioRun(scenario, `seed ${history}`, LOADED_MS)
    const alone = createRun()
    const id = String(history)
    let atMs = LOADED_MS
    const clock = { origin: () => ({ mode: 'frozen', rate: 1, originMs: atMs, sinceMs: 0 }) }
    /** What each replica decides on a request in a session whose clock stands at its instant. */
    const deciders = replicas.map((context) => deciderOf(context, createRun(), id, clock))
    await begin(id, alone.states())
    const turns = 1 + choices.below(10)
    let length = 0
    let struck = 0
    for (let turn = 0; turn < turns; turn++) {
      // Clocks may be put back.
      atMs += choices.one([0, 1, 10, 500, 1000, 4000, -700])
      const decide = choices.one(deciders)
      // Requests of one turn of the event loop share a call.
      const request = () =>
        ({
          ...PING,
          base: choices.one(BASES),
          sender: choices.one(CLIENTS),
          header: () => undefined,
          atMs,
        }) as ApiRequest
      const together = Array.from({ length: 1 + choices.below(3) }, request)
      const expected = together.map((request) => seenOf(evaluated(alone, request)))
      const decided = await Promise.all(together.map(decide))
      expect(decided.map(seenOf), `history ${history}, turn ${turn}`).toEqual(expected)
      length += together.length
      struck += expected.filter((one) => one !== undefined).length
    }
    const fields = await store.client.hgetall(keys.rules(id, 'counts'))
    expect(Number(await store.client.hget(keys.counts(id, 'lines'), 'n'))).toBe(length)
    expect(statesOf(fields, scenario.rules?.length ?? 0), `history ${history}`).toEqual(alone.states())
    return { length, struck }
  }

  test('decides random histories of three replicas as memory does', { timeout: RUNS_MS }, async () => {
    let requests = 0
    let struck = 0
    for (let from = 0; from < HISTORIES; from += AT_ONCE) {
      for (const one of await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => play(from + n)))) {
        requests += one.length
        struck += one.struck
      }
      await store.client.flushdb()
    }
    // Histories in which nothing happens, or everything, would show nothing.
    expect(requests).toBeGreaterThan(HISTORIES * 5)
    expect(struck / requests).toBeGreaterThan(0.2)
    expect(struck / requests).toBeLessThan(0.8)
  })
})
