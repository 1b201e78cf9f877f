/** A rehearsal in real time: concurrent programs, or one client started elsewhere with scenarios in sequence. */
import { join } from 'node:path'
import type { Timeline } from '../grading/timeline.js'
import { baseUrlsAt } from '../market/catalogue/base-urls.js'
import { closedPortsOf } from '../scenario/closed-ports.js'
import type { Settings } from '../server/config/resolve.js'
import type { Intercepted, Interceptor } from '../server/http/intercept/interceptor.js'
import { type Listening, listen } from '../server/http/server.js'
import { type OnBug, type RunningSimulator, startServer } from '../server/simulator.js'
import type { Session } from '../session/session.js'
import { type Cast, conduct, type Durations, type Rehearsed, rehearseParts, START_MS } from './conduct.js'
import type { DrillPart } from './drill.js'
import { createNarrator, type LiveEvent } from './live.js'
import { type Addresses, environmentOf, filled } from './placeholders.js'
import { printedPrices } from './price-pattern.js'
import { type RunningProgram, startProgram } from './program.js'
import { type Recording, record } from './recorder.js'
import type { Allowances, FailOn } from './report.js'

export interface RunOptions extends Allowances {
  readonly parts: readonly DrillPart[]
  /** Includes the seed of scenarios without one. */
  readonly settings: Settings
  /** Whether that seed overrides the scenarios'. */
  readonly isSeedGiven: boolean
  /** Program and arguments; undefined if started elsewhere. */
  readonly command: readonly string[] | undefined
  readonly sets: readonly string[]
  /** Groups `symbol` and `price`, for lines of stdout. */
  readonly observe: RegExp | undefined
  readonly clients: number
  /** Answers the live hosts, if the programs are to reach the simulator by them. */
  readonly interceptor?: Interceptor
  readonly jobs: number
  readonly durations: Omit<Durations, 'startMs'>
  readonly failOn: FailOn
  readonly logs: string
  readonly signal: AbortSignal
  readonly onBug: OnBug
  onEvent(event: LiveEvent): void
  onReady?(addresses: Addresses): void
}

export async function rehearsePrograms(options: RunOptions): Promise<Rehearsed> {
  const { parts, settings, jobs, failOn, allowUnexercised, allowUnproven, command, signal, onEvent } = options
  const shared = await startServer(
    { ...settings, splitPorts: command === undefined && parts.some(isRefusing) },
    options.onBug,
  )
  try {
    options.onReady?.(addressesOf(shared))
    return await rehearseParts(
      {
        parts,
        jobs: command === undefined ? 1 : jobs,
        seed: settings.seed,
        failOn,
        ...(allowUnexercised && { allowUnexercised }),
        ...(allowUnproven && { allowUnproven }),
        signal,
        onGraded: ({ name }, report) => onEvent({ kind: 'end', part: name, report }),
      },
      (part, index, signal) => rehearsePart({ ...options, signal }, part, index, shared),
    )
  } finally {
    await shared.stop()
  }
}

/** Refused connections need ports, which only a server's default session has. */
function isRefusing({ scenario }: DrillPart): boolean {
  return closedPortsOf(scenario).ruleIds.length > 0
}

type Environment = Intercepted['env']

interface Venue {
  readonly running: RunningSimulator
  readonly session: Session
  readonly path: string
  readonly sessionId?: string
  end(): Promise<void> | void
}

async function venueFor(
  options: RunOptions,
  part: DrillPart,
  index: number,
  shared: RunningSimulator,
): Promise<Venue> {
  const { settings, isSeedGiven, command, onBug } = options
  const seed = isSeedGiven ? settings.seed : (part.seed ?? settings.seed)
  if (command === undefined) {
    const { session } = shared
    return { running: shared, session, path: '', end: () => session.loadScenario(undefined) }
  }
  if (isRefusing(part)) {
    const running = await startServer({ ...settings, seed, splitPorts: true, port: 0 }, onBug)
    return { running, session: running.session, path: '', end: () => running.stop() }
  }
  const id = `part-${index + 1}`
  const session = shared.sessions.create(id, { seed, clock: { mode: 'real', rate: 1 } })
  return {
    running: shared,
    session,
    path: `/s/${id}`,
    sessionId: id,
    end: () => void shared.sessions.end(id),
  }
}

async function rehearsePart(
  options: RunOptions,
  part: DrillPart,
  index: number,
  shared: RunningSimulator,
): Promise<Timeline> {
  const { settings, durations, signal, onEvent, command, clients } = options
  const { running, session, path, sessionId, end } = await venueFor(options, part, index, shared)
  const ports = new Map<number, number>()
  const copies: Pick<Listening, 'close'>[] = []
  const environments: Environment[] = []
  try {
    const places = [path === '' ? addressesOf(running) : addressesAt(`${running.url}${path}`, session)]
    for (let client = 1; client < clients && command !== undefined; client++) {
      const copy = await listen(running.app, settings.host, 0)
      copies.push(copy)
      ports.set(copy.port, client)
      places.push(addressesAt(`${copy.origin}${path}`, session))
    }
    for (let client = 0; client < clients && options.interceptor !== undefined; client++) {
      const proxy = await options.interceptor.open({ app: running.app, session, sessionId })
      copies.push(proxy)
      for (const port of [proxy.port, proxy.tlsPort]) ports.set(port, client)
      environments.push(proxy.env)
    }
    const recording = record(session, ({ connection }) => ports.get(connection?.localPort ?? 0) ?? 0)
    recording.onEnd = createNarrator((atMs, text) => onEvent({ kind: 'change', part: part.name, atMs, text }))
    const failure = new AbortController()
    recording.onRefusal = (error) => failure.abort(error)
    const cast =
      command === undefined
        ? nobody()
        : await castOf({ ...options, command }, logNameOf(part, index), part, places, environments, recording)
    onEvent({ kind: 'waiting', part: part.name })
    const timeline = await conduct({
      part,
      session,
      recording,
      durations: { ...durations, startMs: command === undefined ? Number.POSITIVE_INFINITY : START_MS },
      cast,
      signal: AbortSignal.any([signal, failure.signal]),
      onPhase: (name, atMs, lastsMs) => onEvent({ kind: 'phase', part: part.name, name, atMs, lastsMs }),
    })
    if (failure.signal.aborted) throw failure.signal.reason
    return timeline
  } finally {
    await Promise.all(copies.map((copy) => copy.close()))
    await end()
  }
}

async function castOf(
  options: RunOptions & { readonly command: readonly string[] },
  logName: string,
  part: DrillPart,
  places: readonly Addresses[],
  environments: readonly Environment[],
  recording: Recording,
): Promise<Cast> {
  const { command: words, sets, observe, onEvent } = options
  let isRefused = false
  const programs: RunningProgram[] = []
  const stop = async () => void (await Promise.all(programs.map((program) => program.stop())))
  try {
    for (const [client, addresses] of places.entries()) {
      const [command, ...args] = words.map((word) => filled(word, addresses))
      programs.push(
        await startProgram({
          command,
          args,
          env: { ...process.env, ...environments[client], ...environmentOf(addresses, sets) },
          log: join(options.logs, `${logName}${client === 0 ? '' : `-${client + 1}`}.log`),
          client,
          nowMs: () => recording.nowMs(),
          onLines(lines, isError) {
            for (const line of lines) onEvent({ kind: 'output', part: part.name, line, isError })
            if (isError || isRefused || observe === undefined) return
            try {
              for (const printed of printedPrices(observe, lines)) recording.observe(printed, client)
            } catch {
              // `recording.onRefusal` has been told.
              isRefused = true
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
    ended: Promise.race([
      Promise.all(programs.map(({ ended }) => ended)).then(() => {}),
      ...programs.map(async (program) => {
        await program.ended
        // A failed program ends the rehearsal; a finished one leaves the others running.
        const { exitCode, signal } = program.state()
        if (exitCode === 0 && signal === null) await new Promise(() => {})
      }),
    ]),
    stop,
    programs: () => programs.map((program) => program.state()),
  }
}

function logNameOf({ name }: DrillPart, index: number): string {
  return /^\w[\w.-]*$/.test(name) ? name : `scenario-${index + 1}`
}

/** A client started elsewhere. */
function nobody(): Cast {
  return { ended: new Promise(() => {}), stop: async () => {}, programs: () => [] }
}

/** Addresses of the default session, whose bases may have their own ports. */
function addressesOf({ url, session, baseUrls }: RunningSimulator): Addresses {
  return { ...addressesAt(url, session), baseUrls }
}

function addressesAt(url: string, { catalogue }: Session): Addresses {
  return { url, baseUrls: baseUrlsAt(url, catalogue.bases), observe: `${url}/__sim/v1/observe` }
}
