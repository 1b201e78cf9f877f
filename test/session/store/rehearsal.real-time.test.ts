/**
 * A rehearsal over three replicas. `rehearse` starts a server of its own; here three replicas behind a load balancer are in its
 * place, one recorder takes down what any of them is asked, and the client gets the grades that it gets of one server.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Connection } from '../../../src/api/routing/connection.js'
import type { ApiRequest } from '../../../src/api/routing/request.js'
import type { Timeline } from '../../../src/grading/timeline.js'
import { type Cast, conduct } from '../../../src/rehearsal/conduct.js'
import { type DrillPart, readParts } from '../../../src/rehearsal/drill.js'
import { gradeScenario } from '../../../src/rehearsal/grade.js'
import { type Recording, record } from '../../../src/rehearsal/recorder.js'
import type { ScenarioInput } from '../../../src/scenario/input.js'
import type { Scenario } from '../../../src/scenario/schema.js'
import { type RunningSimulator, startServer } from '../../../src/server/simulator.js'
import type { JournalRecord } from '../../../src/session/journal/entry.js'
import type { Recorder } from '../../../src/session/recorder.js'
import type { Session } from '../../../src/session/session.js'
import type { WireTicker } from '../../support/ask.js'
import { PATIENCE_MS } from '../../support/patience.js'
import { hasProgram, hasStore } from '../../support/redis.js'
import { startReplicas } from '../../support/replicas.js'
import { settingsFor } from '../../support/simulator.js'

const isThere = hasStore() && hasProgram('haproxy', '-v')
const atPrimary = { base: 'primary', endpoint: 'tickers' } as const
/** They end by counts, and bounds leave room for a busy machine. */
const SCENARIOS: readonly ScenarioInput[] = [
  {
    name: 'down',
    rules: [{ id: 'down', match: atPrimary, when: { calls: '1..9' }, fault: { close: true } }],
    expect: { 'answers-again': { good: '60s', fails: '120s' } },
  },
  {
    name: 'false',
    rules: [{ id: 'scale', match: atPrimary, when: { calls: '1..5' }, fault: { poison: 'scale' } }],
  },
]
const CHECKED = ['answers-again', 'refuses-bad-data']

/** Asks the primary, then the fallback, and says what it acts on: with care only what is near to what it knew. */
function clientOf(url: string, recording: Recording, isCareful: boolean): Cast {
  const over = new AbortController()
  const { signal } = over
  const run = async (): Promise<void> => {
    let known: number | undefined
    while (!signal.aborted) {
      for (const base of ['arbitrum', 'arbitrum-fallback']) {
        const reply = await fetch(`${url}/${base}/prices/tickers`, { signal }).catch(() => undefined)
        const rows = reply?.ok ? ((await reply.json().catch(() => [])) as WireTicker[]) : []
        const price = rows.find(({ tokenSymbol }) => tokenSymbol === 'ETH')?.medianPrice
        if (price === undefined) continue
        if (isCareful && known !== undefined && Math.abs(Number(price) / known - 1) > 0.2) continue
        known = Number(price)
        recording.observe({ symbol: 'ETH', price, raw: true })
        break
      }
      await sleep(50)
    }
  }
  const running = run()
  return {
    ended: new Promise(() => {}),
    async stop() {
      over.abort()
      await running.catch(() => {})
    },
    programs: () => [],
  }
}

/** The first one's session, where a scenario is loaded as by a control call, and what its rules have counted is kept up to date. */
function sharedSession({ session, sessions: { state } }: RunningSimulator) {
  let loading: Promise<unknown> = Promise.resolve()
  const looking = setInterval(() => void state.gather(['rules'], [session]), 100)
  const shared = new Proxy(session, {
    get(_, key) {
      if (key === 'settled') return () => loading
      if (key === 'loadScenario')
        return (scenario: Scenario) => {
          loading = Promise.resolve(state.change(session.id, () => session.loadScenario(scenario)))
        }
      const value: unknown = Reflect.get(session, key, session)
      return typeof value === 'function' ? value.bind(session) : value
    },
  })
  return { shared, stop: () => clearInterval(looking) }
}

async function rehearsed(
  part: DrillPart,
  url: string,
  simulators: readonly RunningSimulator[],
  isCareful: boolean,
): Promise<Timeline> {
  const [first] = simulators
  const { shared, stop } = sharedSession(first)
  const recording = record(first.session)
  const { recorder } = first.session
  const numbered = numbering(recorder as Recorder)
  for (const { session } of simulators) session.recorder = numbered
  try {
    return await conduct({
      part,
      session: shared as Session,
      recording,
      durations: { warmUpMs: 1000, coolDownMs: 2000, startMs: PATIENCE_MS },
      cast: clientOf(url, recording, isCareful),
      signal: new AbortController().signal,
    })
  } finally {
    stop()
    for (const { session } of simulators) session.recorder = undefined
  }
}

/** A line gets its number in the store, which is later than a recorder wants it. */
function numbering(recorder: Recorder): Recorder {
  let n = 0
  return {
    arrived: (request: ApiRequest, line: JournalRecord, connection: Connection) =>
      recorder.arrived(request, Object.create(line, { n: { value: ++n } }) as JournalRecord, connection),
    observe: (...observed) => recorder.observe(...observed),
    unmatched: (path) => recorder.unmatched(path),
  }
}

/** Grades of both clients per scenario, and the number of bad replies. */
async function gradesOf(url: string, simulators: readonly RunningSimulator[]) {
  const parts = await readParts(SCENARIOS, simulators[0].session.catalogue)
  const grades: Record<string, unknown> = {}
  for (const part of parts)
    for (const isCareful of [true, false]) {
      const timeline = await rehearsed(part, url, simulators, isCareful)
      const { checks } = gradeScenario(timeline, part.scenario.expect)
      const acted = timeline.requests.filter(({ fate }) => fate.rule !== null).map(({ fate }) => fate.outcome)
      const verdicts = checks
        .filter(({ id }) => CHECKED.includes(id))
        .map(({ id, verdict }) => `${id}: ${verdict}`)
      grades[`${part.name}, ${isCareful ? 'careful' : 'careless'}`] = [...verdicts, ...acted]
    }
  return grades
}

describe.runIf(isThere)('a rehearsal', () => {
  test('grades the same over three replicas as over one server', async () => {
    const one = await startServer(settingsFor({ clock: 'real' }))
    const ofOne = await gradesOf(one.url, [one])
    await one.stop()
    const three = await startReplicas(3, { clock: 'real' })
    const asked = three.simulators.map(({ session }) => {
      const { journal } = session
      const add = journal.add.bind(journal)
      const seen = { count: 0 }
      journal.add = (...line) => {
        seen.count++
        return add(...line)
      }
      return seen
    })
    const ofThree = await gradesOf(three.url, three.simulators)
    await three.stop()
    expect(ofThree).toEqual(ofOne)
    const often = (times: number, what: string) => Array.from({ length: times }, () => what)
    expect(ofThree).toMatchObject({
      'down, careful': ['answers-again: pass', 'refuses-bad-data: not exercised', ...often(9, 'close')],
      'false, careful': ['answers-again: not exercised', 'refuses-bad-data: pass', ...often(5, 'poison')],
      'false, careless': ['answers-again: not exercised', 'refuses-bad-data: fail', ...often(5, 'poison')],
    })
    // Each of them was asked.
    for (const { count } of asked) expect(count).toBeGreaterThan(20)
  })
})
