/** Worker processes by Node's cluster: all that listen on a port listen on the same one. */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { UserError } from '../core/errors.js'
import type { Link } from './channel.js'

/** As the build writes it. Source and bundle both lie two folders below the package. */
const WORKER = fileURLToPath(new URL('../../dist/cli/worker.js', import.meta.url))

export interface Workers {
  readonly links: readonly Link[]
  /** Rejects when one of them ends by itself. */
  readonly lost: Promise<never>
  /** From now on they may end; resolves when all have. */
  ended(): Promise<void>
}

export function forkWorkers(count: number): Workers {
  if (!cluster.isPrimary)
    throw new UserError(
      '--workers cannot be had here',
      'this process is itself the worker of a cluster',
      'leave out --workers, or start it outside the cluster',
      2,
    )
  // Structured clones: scenarios hold numbers that JSON does not know, such as Infinity.
  cluster.setupPrimary({ exec: WORKER, args: [], serialization: 'advanced' })
  const workers = Array.from({ length: count }, () => cluster.fork())
  let mayEnd = false
  let lose: (error: Error) => void
  const lost = new Promise<never>((_resolve, reject) => {
    lose = reject
  })
  const ends = workers.map(
    (worker) =>
      new Promise<void>((resolve) => {
        worker.once('exit', (code, signal) => {
          if (!mayEnd) lose(new Error(`a worker process has ended (${signal ?? `exit code ${code}`})`))
          resolve()
        })
        worker.once('error', (error) => {
          lose(new Error(`a worker process cannot be had (${error.message})`))
          resolve()
        })
      }),
  )
  return {
    links: workers.map(linkTo),
    lost,
    async ended() {
      mayEnd = true
      await Promise.all(ends)
    },
  }
}

function linkTo(worker: Worker): Link {
  return {
    send: (message) => void (worker.isConnected() && worker.send(message, ignore)),
    onMessage: (listener) => void worker.on('message', listener as () => void),
  }
}

/** A message may be under way to a process that has just ended. */
function ignore(): void {}
