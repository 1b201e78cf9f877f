/**
 * `--workers`: several replicas on one port of one machine. This process serves nothing: it starts the others, which share the
 * port, starts another where one falls, and ends when they have.
 */
import cluster, { type Worker } from 'node:cluster'
import { print } from './output.js'
import { endNow, onSignals } from './signals.js'
import { WORKER_VARIABLE } from './worker.js'

/** Resolves when all have ended, with the exit code. */
export function serveWorkers(count: number): Promise<number> {
  cluster.setupPrimary({ exec: process.argv[1], args: process.argv.slice(2) })
  const ready = new Set<Worker>()
  const alive = new Set<Worker>()
  let exitCode = 0
  let isEnding = false
  return new Promise((resolve) => {
    const end = (signal: NodeJS.Signals = 'SIGTERM'): void => {
      isEnding = true
      for (const worker of alive) worker.process.kill(signal)
    }
    const start = (): void => {
      const worker = cluster.fork({ [WORKER_VARIABLE]: '1' })
      alive.add(worker)
      worker.once('message', (text: string) => {
        const wereAll = ready.size >= count
        ready.add(worker)
        // Whichever comes last speaks for all: they answer as one.
        if (ready.size === count && !wereAll) print(process.stdout, text)
      })
      worker.once('exit', (code) => {
        alive.delete(worker)
        // One that never came cannot be used; one that was there fell, and is replaced.
        if (!isEnding && ready.delete(worker)) start()
        else if (!isEnding) {
          exitCode = code === 0 ? 1 : code
          end()
        }
        if (alive.size === 0) resolve(exitCode)
      })
    }
    onSignals({
      interrupt: () => end('SIGINT'),
      terminate: () => end('SIGTERM'),
      now(signal) {
        end('SIGKILL')
        endNow(signal)
      },
    })
    for (let n = 0; n < count; n++) start()
  })
}
