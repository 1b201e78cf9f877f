/** Worker processes that share a port, by Node's cluster: whichever asks first to listen on it, all get the same one. */
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Port } from './channel.js'

/** As the build writes it. Source and bundle both lie two folders below the package. */
const WORKER = fileURLToPath(new URL('../../dist/cli/worker.js', import.meta.url))

export interface Workers {
  /** To each of them. */
  readonly lines: readonly Port[]
  /** Rejects when one of them ends by itself. */
  readonly lost: Promise<never>
  /** From now on they may end; resolves when all have. */
  ended(): Promise<void>
}

export function forkWorkers(count: number): Workers {
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
      new Promise<void>((resolve) =>
        worker.once('exit', (code, signal) => {
          if (!mayEnd) lose(new Error(`a worker process has ended (${signal ?? `exit code ${code}`})`))
          resolve()
        }),
      ),
  )
  return {
    lines: workers.map(lineTo),
    lost,
    async ended() {
      mayEnd = true
      await Promise.all(ends)
    },
  }
}

function lineTo(worker: Worker): Port {
  return {
    send: (message) => void (worker.isConnected() && worker.send(message)),
    onMessage: (listener) => void worker.on('message', listener as () => void),
  }
}
