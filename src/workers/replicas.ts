/** Tells the workers of every session and of every change of one. */
import type { Session } from '../session/session.js'
import type { Channel } from './channel.js'
import type { SessionState, ToWorker } from './messages.js'

export interface Replicas {
  made(session: Session): void
  ended(session: Session): void
  /** Resolves when every worker follows what was said so far. */
  settled(): Promise<void>
  /** All that there are, for a worker that has heard of none. */
  states(): SessionState[]
}

/** `workers` are those that have been told of all sessions so far. */
export function createReplicas(workers: readonly Channel<ToWorker>[]): Replicas {
  let following: Promise<unknown> = Promise.resolve()
  const ids = new Map<Session, string | undefined>()
  const tell = (said: ToWorker): void => {
    following = Promise.all([following, ...workers.map((worker) => worker.ask(said))])
  }
  return {
    made(session) {
      const id = ids.size === 0 ? undefined : session.id
      ids.set(session, id)
      const tellState = () => tell({ say: 'session', state: stateOf(session, id) })
      session.onChange(tellState)
      tellState()
    },
    ended(session) {
      ids.delete(session)
      tell({ say: 'ended', id: session.id })
    },
    settled: async () => void (await following),
    states: () => [...ids].map(([session, id]) => stateOf(session, id)),
  }
}

function stateOf(session: Session, id: string | undefined): SessionState {
  const { epoch, seed, dialect, clock, scenario: run } = session
  const scenario = run && { scenario: run.scenario, loadedAtMs: run.loadedAtMs }
  return { id, epoch, seed, dialect, clock: clock.state(), scenario }
}
