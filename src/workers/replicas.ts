/** Tells the workers of every session and of every change of one. */
import type { Session } from '../session/session.js'
import type { Channel } from './channel.js'
import type { SessionState, ToWorker } from './messages.js'

export interface Replicas {
  /** The first one is the server's own. */
  made(session: Session): void
  ended(session: Session): void
  /** Resolves when every worker follows what has happened so far. */
  settled(): Promise<void>
  /** All that there are, for a worker that has heard of none. */
  states(): SessionState[]
  /** Whether the workers have been told of nothing newer. */
  isCurrent(session: Session, version: number): boolean
}

/** `workers` are those that have been told of all sessions so far. */
export function createReplicas(workers: readonly Channel<ToWorker>[]): Replicas {
  let following: Promise<void> = Promise.resolve()
  let lastVersion = 0
  let root: Session | undefined
  const versions = new Map<Session, number>()
  const changing = new Set<Session>()

  const tell = (said: ToWorker): void => {
    following = Promise.all([following, ...workers.map((worker) => worker.ask(said))]).then(() => {})
  }
  const stateOf = (session: Session): SessionState => {
    const { epoch, seed, dialect, clock, scenario: run } = session
    const scenario = run && { scenario: run.scenario, loadedAtMs: run.loadedAtMs }
    const id = session === root ? undefined : session.id
    const version = versions.get(session) ?? 0
    return { id, version, epoch, seed, dialect, clock: clock.state(), scenario }
  }
  /** When all of a change has happened: loading a scenario may set the clock first, and half of that is no state. */
  const tellSoon = (session: Session): void => {
    if (changing.has(session)) return
    changing.add(session)
    queueMicrotask(() => {
      changing.delete(session)
      if (!versions.has(session)) return
      versions.set(session, ++lastVersion)
      tell({ say: 'session', state: stateOf(session) })
    })
  }
  const settled = async (): Promise<void> => {
    await Promise.resolve()
    await following
  }
  return {
    made(session) {
      root ??= session
      versions.set(session, ++lastVersion)
      session.onChange(() => {
        tellSoon(session)
        return settled()
      })
      tell({ say: 'session', state: stateOf(session) })
    },
    ended(session) {
      versions.delete(session)
      tell({ say: 'ended', id: session.id })
    },
    settled,
    states: () => [...versions.keys()].map(stateOf),
    isCurrent: (session, version) => versions.get(session) === version,
  }
}
