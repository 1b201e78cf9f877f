/**
 * A rehearsal in process and in lock-step: the client's timers, the simulator's clock and the rehearsal's own all go by
 * one fake clock, which jumps from timer to timer. So two minutes take a moment, and all scenarios run side by side.
 */
import { syncBuiltinESMExports } from 'node:module'
import { install } from '@sinonjs/fake-timers'
import { type BaseUrls, baseUrlsAt } from '../catalogue/base-urls.js'
import type { BaseName, NetworkName } from '../catalogue/networks.js'
import { nextTurn, realMillisecond } from '../clock/timers.js'
import { createLocalFetch } from '../http/local/fetch.js'
import { FROZEN_AT } from '../options.js'
import { type Cast, conduct } from '../rehearsal/conduct.js'
import { type Part, readParts } from '../rehearsal/drill.js'
import { type FailOn, gradeRun, gradeScenario } from '../rehearsal/grade.js'
import { type Recording, record } from '../rehearsal/recorder.js'
import type { Report } from '../rehearsal/report.js'
import type { Program, Timeline } from '../rehearsal/timeline.js'
import type { Duration, ScenarioSource } from '../scenario/input.js'
import type { ObservedPrice } from '../session/recorder.js'
import type { Session } from '../session/session.js'
import { type RunningSimulator, startSimulator } from '../simulator.js'
import { watchRequests } from './in-flight.js'
import { printBug } from './load.js'
import { settle } from './lock-step.js'
import { toSettings } from './options.js'
import { inCode, requireKnownKeys, toMs, usageError } from './usage-errors.js'

/** What a client is given. */
export interface RehearsedClient {
  /** `baseUrl('arbitrum')`, `baseUrl('arbitrum', 'fallback')`. */
  baseUrl(network: NetworkName, base?: BaseName): string
  readonly baseUrls: BaseUrls
  /** In place of the global one: asks the simulator in process. A request takes 10 ms on its way. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Says which price was acted on: USD as a decimal, or the raw string of the API with `raw: true`. */
  observe(price: ObservedPrice): void
  /** Aborted when the rehearsal is over: the client returns then. */
  readonly signal: AbortSignal
  /** Which copy it is, from 0. */
  readonly index: number
}

export interface RehearseOptions {
  /** Names of the library, paths, texts or objects; the drill when left out. */
  readonly scenarios?: readonly ScenarioSource[] | undefined
  /** The client: runs until the signal is aborted, or its job is done. One that rejects has failed `survives`. */
  readonly client: (given: RehearsedClient) => Promise<unknown> | unknown
  /** So many of them at once; 1 when left out. */
  readonly clients?: number | undefined
  readonly seed?: string | undefined
  /** 10s when left out. */
  readonly warmUp?: Duration | undefined
  /** Ends every incident; needed for scenarios that never end. */
  readonly incident?: Duration | undefined
  /** 60s when left out. */
  readonly coolDown?: Duration | undefined
  /** What must hold for the verdict: no MUST failed, no MUST or SHOULD, or a score; `must` when left out. */
  readonly failOn?: FailOn | undefined
}

const OPTION_KEYS = ['scenarios', 'client', 'clients', 'seed', 'warmUp', 'incident', 'coolDown', 'failOn']

/** A request's way to the server: time must pass for a client that never waits. */
const WAY_MS = 10
/** So long a client may take to return when it is told that all is over. */
const GRACE_MS = 5000
const START_MS = 60_000

const timelines = new WeakMap<Report, readonly Timeline[]>()

/** The time lines that a report was drawn from, one for each scenario. */
export function timelinesOf(report: Report): readonly Timeline[] {
  return timelines.get(report) ?? []
}

/**
 * Plays scenarios to a client and grades what it does. While it lasts, the timers, `Date` and `performance` of the process
 * are fake. Rejects with a UserError for a scenario that cannot be used.
 *
 * @example
 * const report = await rehearse({
 *   scenarios: ['primary-down'],
 *   client: async ({ baseUrl, fetch, observe, signal }) => {
 *     while (!signal.aborted) {
 *       const reply = await fetch(`${baseUrl('arbitrum')}/prices/tickers`)
 *       …
 *     }
 *   },
 * })
 * report.verdict // 'pass'
 */
export async function rehearse(options: RehearseOptions): Promise<Report> {
  requireKnownKeys(options, OPTION_KEYS, 'rehearse')
  const { client, scenarios = [], failOn = 'must', seed, clients = 1 } = options
  if (typeof client !== 'function')
    throw usageError(
      'rehearse needs a client',
      typeof client,
      'write client: async ({ baseUrl, fetch, signal }) => { … }',
    )
  const durations = {
    warmUpMs: toMs(options.warmUp ?? '10s', 'warmUp'),
    coolDownMs: toMs(options.coolDown ?? '60s', 'coolDown'),
    startMs: START_MS,
  }
  const incidentMs = options.incident === undefined ? undefined : toMs(options.incident, 'incident')
  const running = await startSimulator(
    toSettings({ ...(seed !== undefined && { seed }) }, 'rehearse'),
    printBug,
  )
  try {
    const parts = await readParts(scenarios, running.session.catalogue, incidentMs)
    const made = await inLockStep((stage) =>
      Promise.all(
        parts.map((part, index) => {
          const at = `${running.url}/s/part-${index + 1}`
          const session = running.sessions.create(`part-${index + 1}`, {
            seed: seed ?? part.seed ?? running.session.seed,
            clock: { mode: 'real', rate: 1, atMs: Date.parse(FROZEN_AT) },
          })
          stage.sessions.push(session)
          // Requests arrive while they are made, before anybody else does anything.
          const asking = { index: 0 }
          const recording = record(session, () => asking.index)
          const cast = castOf({ client, clients, session, at, running, stage, recording, asking })
          return conduct({
            name: part.name,
            session,
            recording,
            scenario: part.scenario,
            durations: { ...durations, incidentMs: part.incidentMs },
            cast,
            signal: new AbortController().signal,
          })
        }),
      ),
    )
    const graded = made.map((timeline, index) => gradeScenario(timeline, expectOf(parts[index]), failOn))
    const report = gradeRun(graded, seed ?? running.session.seed, failOn)
    timelines.set(report, made)
    return report
  } catch (error) {
    throw inCode(error)
  } finally {
    await running.stop()
  }
}

function expectOf({ scenario }: Part) {
  return scenario.expect ?? {}
}

/** What all parts have in common while time is fake. */
interface Stage {
  readonly sessions: Session[]
  /** Requests on their way that nobody holds on purpose. */
  underWay: number
  isOver: boolean
}

interface Casting {
  readonly client: RehearseOptions['client']
  readonly clients: number
  readonly session: Session
  readonly at: string
  readonly running: RunningSimulator
  readonly stage: Stage
  readonly recording: Recording
  /** Which copy makes a request now. */
  readonly asking: { index: number }
}

function castOf({ client, clients, session, at, running, stage, recording, asking }: Casting): Cast {
  const { context, app, sessions } = running
  const over = new AbortController()
  const baseUrls = baseUrlsAt(at)
  const ask = createLocalFetch({ context, app, session, url: at })
  const errors: (string | null)[] = []
  const exits: (number | null)[] = []
  const fetchOf =
    (index: number): RehearsedClient['fetch'] =>
    async (input, init) => {
      // Whoever goes on after the end waits for ever, instead of going round and round.
      if (stage.isOver) return new Promise(() => {})
      await new Promise((resolve) => setTimeout(resolve, WAY_MS))
      init?.signal?.throwIfAborted()
      stage.underWay++
      try {
        asking.index = index
        return await ask(input, init)
      } finally {
        stage.underWay--
      }
    }
  const run = async (index: number): Promise<void> => {
    errors[index] = null
    exits[index] = null
    try {
      await client({
        baseUrl: (network, base = 'primary') => baseUrls[network][base],
        baseUrls,
        fetch: fetchOf(index),
        observe: (price) => recording.observe(price, index),
        signal: over.signal,
        index,
      })
    } catch (error) {
      if (!over.signal.aborted) errors[index] = error instanceof Error ? error.message : String(error)
    }
    if (!over.signal.aborted) exits[index] = recording.nowMs()
  }
  const all = Array.from({ length: clients }, (_none, index) => run(index))
  return {
    ended: Promise.all(all).then(() => {}),
    async stop() {
      over.abort()
      await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, GRACE_MS))])
      sessions.end(session.id)
    },
    programs: () =>
      errors.map(
        (error, client): Program => ({
          client,
          command: null,
          exitCode: exits[client] !== null && error === null ? 0 : null,
          signal: null,
          error,
          exitMs: exits[client],
          log: null,
        }),
      ),
  }
}

/** Runs `play` while time is fake, and moves that on whenever nothing more happens by itself. */
async function inLockStep<Value>(play: (stage: Stage) => Promise<Value>): Promise<Value> {
  const stage: Stage = { sessions: [], underWay: 0, isOver: false }
  const clock = fakeTime()
  const stopWatching = watchRequests()
  try {
    const playing = play(stage)
    let isDone = false
    const done = () => {
      isDone = true
    }
    playing.then(done, done)
    for (;;) {
      await rest(stage)
      if (isDone) return await playing
      if (clock.countTimers() === 0) await realMillisecond()
      else {
        clock.next()
        // Others that are due at the same moment.
        clock.tick(0)
      }
    }
  } finally {
    stage.isOver = true
    stopWatching()
    restoreTime(clock)
  }
}

/** Waits until all that is asked is answered or held on purpose, and what follows from it has happened. */
async function rest(stage: Stage): Promise<void> {
  const held = () => stage.sessions.reduce((sum, { waits }) => sum + waits.held, 0)
  await settle()
  while (stage.underWay > held()) {
    await nextTurn()
    await settle()
  }
}

const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const
const realTimeout = AbortSignal.timeout
type FakeTime = ReturnType<typeof install>

function fakeTime(): FakeTime {
  let clock: FakeTime
  try {
    clock = install({ now: Date.parse(FROZEN_AT), toFake: [...FAKED] })
  } catch {
    throw usageError(
      'a rehearsal needs the timers of the process',
      'they are fake already',
      'use real ones (vi.useRealTimers()), and have one rehearsal at a time',
    )
  }
  AbortSignal.timeout = (ms) => {
    const late = new AbortController()
    setTimeout(
      () => late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      ms,
    )
    return late.signal
  }
  // What modules import by name from node:timers/promises follows only then.
  syncBuiltinESMExports()
  return clock
}

function restoreTime(clock: FakeTime): void {
  clock.uninstall()
  AbortSignal.timeout = realTimeout
  syncBuiltinESMExports()
}
