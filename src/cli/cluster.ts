/** `--workers`: replicas on one port, started and replaced by a primary that serves nothing itself. */
import cluster, { type Worker } from 'node:cluster'
import { pause } from '../clock/timers.js'
import { print } from './output.js'
import { extractSecrets } from './secret-args.js'
import { exitNow, onSignals } from './signals.js'
import { WORKER_VARIABLE } from './worker.js'

/** Delay before a worker that failed to start is retried, such as without the store. */
const RETRY_MS = 2000

/** Resolves with the exit code when all have ended. */
export function serveWorkers(count: number): Promise<number> {
  // Store credentials stay out of command lines.
  const { args, env } = extractSecrets(process.argv.slice(2))
  // Workers accept connections directly: the primary could pass one to a worker that fails.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: process.argv[1], args })
  const ready = new Set<Worker>()
  const alive = new Set<Worker>()
  let exitCode = 0
  /** Workers started, without replacements. */
  let wanted = 1
  let isServing = false
  let isEnding = false
  return new Promise((resolve) => {
    const end = (signal: NodeJS.Signals): void => {
      isEnding = true
      for (const worker of alive) worker.process.kill(signal)
      if (alive.size === 0) resolve(exitCode)
    }
    const start = (): void => {
      if (isEnding) return
      const worker = cluster.fork({ ...env, [WORKER_VARIABLE]: '1' })
      alive.add(worker)
      worker.once('message', (text: string) => {
        ready.add(worker)
        for (; wanted < count; wanted++) start()
        if (isServing || ready.size < count) return
        // The last one announces for all, as they respond alike.
        isServing = true
        print(process.stdout, text)
      })
      worker.once('exit', (code) => {
        alive.delete(worker)
        const wasReady = ready.delete(worker)
        if (isEnding) return void (alive.size === 0 && resolve(exitCode))
        // Replaces a worker that was ready; gives up if none ever was.
        if (wasReady) start()
        else if (isServing) void pause(RETRY_MS).then(start)
        else {
          exitCode = code || 1
          end('SIGTERM')
        }
      })
    }
    onSignals({
      interrupt: () => end('SIGINT'),
      terminate: () => end('SIGTERM'),
      now(signal) {
        end('SIGKILL')
        exitNow(signal)
      },
    })
    // Starts one first, so that an error such as a wrong address is reported once.
    start()
  })
}
