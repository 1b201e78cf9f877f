/**
 * `--workers`: several replicas on one port of one machine. This process serves nothing: it starts the others, which share the
 * port, starts another where one falls, and ends when they have.
 */
import cluster, { type Worker } from 'node:cluster'
import { pause } from '../clock/timers.js'
import { print } from './output.js'
import { apart } from './secrets.js'
import { endNow, onSignals } from './signals.js'
import { WORKER_VARIABLE } from './worker.js'

/** Before another is tried in the place of one that did not come, as when the store is away. */
const AGAIN_MS = 2000

/** Resolves when all have ended, with the exit code. */
export function serveWorkers(count: number): Promise<number> {
  // Who we are to the store is not for command lines.
  const { args, env } = apart(process.argv.slice(2))
  // Each takes connections by itself: one that this process is about to hand to a worker that falls would be answered by nobody.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: process.argv[1], args })
  const ready = new Set<Worker>()
  const alive = new Set<Worker>()
  let exitCode = 0
  /** How many were started, but for those in the place of others. */
  let wanted = 1
  /** Whether all were there once. */
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
        // Whichever comes last speaks for all: they answer as one.
        isServing = true
        print(process.stdout, text)
      })
      worker.once('exit', (code) => {
        alive.delete(worker)
        const wasReady = ready.delete(worker)
        if (isEnding) return void (alive.size === 0 && resolve(exitCode))
        // One that was there fell, and is replaced. Where none ever came there is nothing to wait for.
        if (wasReady) start()
        else if (isServing) void pause(AGAIN_MS).then(start)
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
        endNow(signal)
      },
    })
    // What keeps the first from coming, such as a wrong address, is told once.
    start()
  })
}
