/** `--workers`: a primary that serves nothing starts and replaces workers that share one port. */
import cluster, { type Worker } from 'node:cluster'
import { pause } from '../../kit/clock/timers.js'
import { print } from './output.js'
import { extractSecrets } from './secret-args.js'
import { exitNow, onSignals, WORKER_VARIABLE } from './signals.js'

/** Delay before another try when a worker fails to start, such as while the store is down. */
const RETRY_MS = 2000

/** Resolves with the exit code once all workers have exited. */
export function serveWorkers(count: number): Promise<number> {
  // Keeps secrets out of the workers' command lines.
  const { args, env } = extractSecrets(process.argv.slice(2))
  // Workers accept connections themselves: the primary could pass one to a worker that is failing.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: process.argv[1], args })
  const ready = new Set<Worker>()
  const alive = new Set<Worker>()
  let exitCode = 0
  /** Workers started, not counting replacements. */
  let started = 1
  let isServing = false
  /** Events of workers that were ready before the others. */
  let early: string[] = []
  let isEnding = false
  return new Promise((resolve) => {
    const end = (signal: NodeJS.Signals): void => {
      isEnding = true
      for (const worker of alive) worker.process.kill(signal)
      if (alive.size === 0) resolve(exitCode)
    }
    const giveUp = (code: number): void => {
      exitCode = code
      end('SIGTERM')
    }
    const start = (): void => {
      if (isEnding) return
      const worker = cluster.fork({ ...env, [WORKER_VARIABLE]: '1' })
      alive.add(worker)
      // Its ready line, then the events of its log.
      worker.on('message', (text: string) => {
        if (ready.has(worker)) return void (isServing ? print(process.stdout, text) : early.push(text))
        ready.add(worker)
        for (; started < count; started++) start()
        if (isServing || ready.size < count) return
        // All workers send the same text: the last one's is printed.
        isServing = true
        print(process.stdout, [text, ...early].join(''))
        early = []
      })
      worker.once('exit', (code) => {
        alive.delete(worker)
        const wasReady = ready.delete(worker)
        if (isEnding) return void (alive.size === 0 && resolve(exitCode))
        // Gives up if no worker was ever ready, or if the store has replicas of other settings: a new worker would be refused, too.
        if (wasReady && code !== 3) start()
        else if (wasReady) giveUp(code)
        else if (isServing) void pause(RETRY_MS).then(start)
        else giveUp(code || 1)
      })
    }
    onSignals(
      () => end('SIGINT'),
      () => end('SIGTERM'),
      (signal) => {
        end('SIGKILL')
        exitNow(signal)
      },
    )
    // Starts a single worker first, to report an error such as a taken port only once.
    start()
  })
}
