/** A rehearsal in real time: concurrent programs, or one client started elsewhere with scenarios in sequence. */

import { join } from 'node:path'
import type { Timeline } from '../grading/timeline.js'
import type { BaseUrls } from '../market/catalogue/base-urls.js'
import {
  type Addresses,
  environmentOf,
  filled,
  type GivenEnvironment,
} from '../server/config/placeholders.js'
import { type Environment, programEnvironment } from '../server/config/program-environment.js'
import type { Settings } from '../server/config/resolve.js'
import type { Interceptor } from '../server/http/intercept/interceptor.js'
import { type Listening, listen } from '../server/http/server.js'
import { type OnBug, type RunningSimulator, startServer } from '../server/simulator.js'
import {
  type Cast,
  conduct,
  type Durations,
  type Rehearsal,
  type Rehearsed,
  rehearseParts,
  START_MS,
} from './conduct.js'
import type { DrillPart } from './drill.js'
import { createNarrator, type LiveEvent } from './live.js'
import { printedPrices, type RunningProgram, startProgram } from './program.js'
import { Recording } from './recorder.js'

export interface RunOptions extends Omit<Rehearsal, 'seed' | 'onGraded' | 'onLeftOut'> {
  readonly signal: AbortSignal
  /** Includes the seed of scenarios without one. */
  readonly settings: Settings
  /** Whether that seed overrides the scenarios'. */
  readonly isSeedGiven: boolean
  /** Program and arguments; undefined if started elsewhere. */
  readonly command: readonly string[] | undefined
  /** Variables of the program. */
  readonly given: GivenEnvironment
  /** Groups `symbol` and `price`, for lines of stdout. */
  readonly observe: RegExp | undefined
  readonly clients: number
  /** Answers the live hosts, if the programs are to reach the simulator by them. */
  readonly interceptor?: Interceptor
  readonly durations: Omit<Durations, 'startMs'>
  /** Whether the program is meant to end before the rehearsal. */
  readonly mayExit?: boolean
  readonly logs: string
  readonly onBug: OnBug
  onEvent(event: LiveEvent): void
  onReady?(addresses: Required<Addresses>): void
}

export async function rehearsePrograms(options: RunOptions): Promise<Rehearsed> {
  const { settings, command, onEvent } = options
  const shared = await startServer({ ...settings, splitPorts: command === undefined }, options.onBug)
  try {
    options.onReady?.(addressesAt(shared.url, shared.baseUrls))
    return await rehearseParts(
      {
        ...options,
        jobs: command === undefined ? 1 : options.jobs,
        seed: settings.seed,
        onGraded: ({ name }, report) => onEvent({ kind: 'end', part: name, report }),
        onLeftOut: ({ name }) => onEvent({ kind: 'left-out', part: name }),
      },
      (part, index, signal) => rehearsePart({ ...options, signal }, part, index, shared),
    )
  } finally {
    await shared.stop()
  }
}

/** The session of a part: its own for programs, else the default one. */
function sessionFor(options: RunOptions, part: DrillPart, index: number, shared: RunningSimulator) {
  const { settings, isSeedGiven, command } = options
  const { session, sessions } = shared
  if (command === undefined)
    return { session, sessionId: undefined, end: () => session.loadScenario(undefined) }
  const seed = isSeedGiven ? settings.seed : (part.seed ?? settings.seed)
  const sessionId = `part-${index + 1}`
  const own = sessions.create(sessionId, { seed, clock: { mode: 'real', rate: 1 }, splitPorts: true })
  return { session: own, sessionId, end: () => void sessions.end(sessionId) }
}

async function rehearsePart(
  options: RunOptions,
  part: DrillPart,
  index: number,
  shared: RunningSimulator,
): Promise<Timeline | undefined> {
  const { settings, durations, signal, onEvent, command, clients } = options
  const { session, sessionId, end } = sessionFor(options, part, index, shared)
  /** Which copy of the program connects to a port. */
  const clientAt = new Map<number, number>()
  const listening: Pick<Listening, 'close'>[] = []
  const environments: Environment[] = []
  const places: Addresses[] = []
  try {
    for (let client = 0; client < clients && command !== undefined; client++) {
      const bases = await shared.openBasePorts(session)
      listening.push(bases)
      const own = client === 0 ? undefined : await listen(shared.app, settings.host, 0)
      if (own !== undefined) listening.push(own)
      for (const port of own === undefined ? bases.ports : [own.port, ...bases.ports])
        clientAt.set(port, client)
      places.push(addressesAt(`${own?.origin ?? shared.url}/s/${sessionId}`, bases.baseUrls))
    }
    for (let client = 0; client < clients && options.interceptor !== undefined; client++) {
      const proxy = await options.interceptor.open({ app: shared.app, session, sessionId })
      listening.push(proxy)
      for (const port of [proxy.port, proxy.tlsPort]) clientAt.set(port, client)
      environments.push(proxy.env)
    }
    const recording = new Recording(session, ({ sender }) => clientAt.get(sender?.localPort ?? 0) ?? 0)
    recording.onEnd = createNarrator((atMs, text) => onEvent({ kind: 'change', part: part.name, atMs, text }))
    const failure = new AbortController()
    recording.onRefusal = (error) => failure.abort(error)
    // Without a command, the client is started elsewhere.
    const cast: Cast =
      command === undefined
        ? { ended: new Promise<void>(() => {}), stop: async () => {}, programs: () => [] }
        : await castOf({ ...options, command }, part, index, recording, places, environments)
    onEvent({ kind: 'waiting', part: part.name })
    const timeline = await conduct({
      part,
      session,
      recording,
      durations: { ...durations, startMs: command === undefined ? Number.POSITIVE_INFINITY : START_MS },
      cast,
      mayExit: options.mayExit,
      signal: AbortSignal.any([signal, failure.signal]),
      onPhase: (name, atMs, lastsMs) => onEvent({ kind: 'phase', part: part.name, name, atMs, lastsMs }),
    })
    if (failure.signal.aborted) throw failure.signal.reason
    return timeline
  } finally {
    await Promise.all(listening.map((server) => server.close()))
    end()
  }
}

async function castOf(
  { command: words, given, observe, logs, onEvent }: RunOptions & { readonly command: readonly string[] },
  { name }: DrillPart,
  index: number,
  recording: Recording,
  places: readonly Addresses[],
  environments: readonly Environment[],
): Promise<Cast> {
  const logName = /^\w[\w.-]*$/.test(name) ? name : `scenario-${index + 1}`
  const inherited = programEnvironment(process.env)
  const programs: RunningProgram[] = []
  const stop = async () => void (await Promise.all(programs.map((program) => program.stop())))
  try {
    for (const [client, addresses] of places.entries()) {
      let areLinesLate = false
      const [command = '', ...args] = words.map((word) => filled(word, addresses))
      programs.push(
        await startProgram({
          command,
          args,
          client,
          env: { ...inherited, ...environments[client], ...environmentOf(addresses, given) },
          log: join(logs, `${logName}${client === 0 ? '' : `-${client + 1}`}.log`),
          nowMs: () => recording.nowMs(),
          onBlocks() {
            if (observe === undefined) return
            areLinesLate = true
            recording.forgetObservations(client)
            onEvent({ kind: 'blocks', part: name })
          },
          onLines(lines, isError) {
            for (const line of lines) onEvent({ kind: 'output', part: name, line, isError })
            if (isError || observe === undefined || areLinesLate) return
            try {
              for (const printed of printedPrices(observe, lines)) recording.observe(printed, client)
            } catch {
              // `recording.onRefusal` was called.
            }
          },
        }),
      )
    }
  } catch (error) {
    await stop()
    throw error
  }
  return {
    // A failed program ends the rehearsal; a finished one leaves the others running.
    ended: Promise.race([
      Promise.all(programs.map(({ ended }) => ended)),
      ...programs.map(async ({ ended, state }) => {
        await ended
        if (state().exitCode === 0) await new Promise(() => {})
      }),
    ]).then(() => {}),
    stop,
    programs: () => programs.map((program) => program.state()),
  }
}

function addressesAt(url: string, baseUrls: BaseUrls): Required<Addresses> {
  return { url, baseUrls, observe: `${url}/__sim/v1/observe` }
}
