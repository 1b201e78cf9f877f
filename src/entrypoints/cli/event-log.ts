/** The event log of `--log-format json`. Loaded only where it is asked for. */
import { MACHINE_TIME } from '../../kit/clock/clock.js'
import { setTimer } from '../../kit/clock/timers.js'
import { LOG_VERSION } from '../../kit/version.js'
import type { ScenarioRun } from '../../scenario/run.js'
import { scenarioName } from '../../scenario/schema.js'
import { clockState } from '../../server/control/clock.js'
import type { Listeners, SimulatorCore } from '../../server/simulator.js'
import { entryOf } from '../../session/journal/entry.js'
import type { Session } from '../../session/session.js'
import type { Replica, Replicas } from '../../session/state-store.js'
import type { EVENT_FIELDS, LogEvent } from './log-events.js'

/** Interval of reads of the list of replicas. */
const REPLICAS_MS = 1000

type WithoutCommon<Event> = Event extends LogEvent ? Omit<Event, keyof typeof EVENT_FIELDS> : never
type Log = (event: WithoutCommon<LogEvent>) => void

export function createEventLog(write: (line: string) => void) {
  let instanceId = ''
  let early: (() => void)[] | undefined = []
  let stop = () => {}
  const whenReady = (action: () => void): void => {
    if (early === undefined) action()
    else early.push(action)
  }
  const log: Log = (event) => {
    const time = new Date(MACHINE_TIME.wallMs()).toISOString()
    write(`${JSON.stringify({ ...event, v: LOG_VERSION, time, instanceId })}\n`)
  }
  const listeners: Listeners = {
    onSession(session) {
      const follow = createFollower(session, log)
      whenReady(follow)
      session.onChange(() => whenReady(follow))
    },
    onEnd(line, sessionId) {
      whenReady(() => {
        const { n: _, ...entry } = entryOf(line)
        log({ event: 'request', session: publicId(sessionId), ...entry })
      })
    },
  }
  return {
    listeners,
    /** Writes what has happened before, and then every event. The ready line precedes it. */
    start(simulator: Pick<SimulatorCore, 'instanceId' | 'sessions'>): void {
      instanceId = simulator.instanceId
      const actions = early ?? []
      early = undefined
      for (const action of actions) action()
      const { replicas } = simulator.sessions.state
      if (replicas !== undefined) stop = watchReplicas(replicas, log)
    },
    stop: () => stop(),
  }
}

function publicId(id: string): string | null {
  return id === 'root' ? null : id
}

/** Logs the clock and the scenario of a session where they differ from the last call. */
function createFollower(session: Session, log: Log): () => void {
  const id = publicId(session.id)
  let origin = ''
  let run: ScenarioRun | undefined
  return () => {
    const { clock, scenario } = session
    const next = JSON.stringify(clock.origin())
    if (origin !== next) log({ event: 'clock', session: id, ...clockState(clock) })
    origin = next
    if (run === scenario) return
    run = scenario
    log({
      event: 'scenario',
      session: id,
      at: new Date(scenario?.loadedAtMs ?? session.nowMs()).toISOString(),
      name: scenario === undefined ? null : scenarioName(scenario.scenario),
      rules: scenario?.all.map(({ id }) => id) ?? [],
    })
  }
}

/** Logs replicas that join and leave; returns a function that ends the watch. */
function watchReplicas(replicas: () => Promise<Replicas>, log: Log): () => void {
  const known = new Map<string, Replica>()
  /** Missing at the last read, and not listed as lost yet. */
  let missing = new Set<string>()
  let isStopped = false
  const read = async (): Promise<void> => {
    const { live, gone } = await replicas()
    if (isStopped) return
    // The status of a replica follows its entry.
    for (const replica of live)
      if (!known.has(replica.instanceId) && replica.version !== '') {
        known.set(replica.instanceId, replica)
        log(replicaEvent(replica, 'joined'))
      }
    const before = missing
    missing = new Set()
    for (const [id, replica] of known) {
      if (live.some(({ instanceId }) => instanceId === id)) continue
      const isLost = gone.some(({ instanceId }) => instanceId === id)
      if (isLost || before.has(id)) {
        known.delete(id)
        log(replicaEvent(replica, isLost ? 'lost' : 'left'))
      } else missing.add(id)
    }
  }
  let cancel = () => {}
  const loop = async (): Promise<void> => {
    // While the store is out of reach there is no news.
    await read().catch(() => {})
    if (!isStopped) cancel = setTimer(REPLICAS_MS, () => void loop())
  }
  void loop()
  return () => {
    isStopped = true
    cancel()
  }
}

function replicaEvent({ instanceId, host, version }: Replica, state: 'joined' | 'left' | 'lost') {
  return { event: 'replica', replica: instanceId, state, host, version } as const
}
