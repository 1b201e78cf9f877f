/** Ways in which a server is stopped: signals, the exit of npm, and the primary of a worker. */
import { constants } from 'node:os'

type StopSignal = 'SIGINT' | 'SIGTERM'

/** SIGTERM drains, as orchestrators allow time for open requests. A second signal calls `now`. */
export function onSignals(
  interrupt: () => void,
  terminate: () => void,
  now: (signal: StopSignal) => void,
): void {
  let isStopping = false
  const on = (signal: StopSignal, end: () => void) =>
    process.on(signal, () => {
      if (isStopping) return now(signal)
      isStopping = true
      end()
    })
  on('SIGINT', interrupt)
  on('SIGTERM', terminate)
}

/** Listens for the signals that end a command in a terminal; SIGHUP is sent when that is closed. Returns a function that stops. */
export function onTerminalSignals(listener: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}

/** Exits with 128 + the signal's number, as shells do. Node's default has no effect for process 1 of a container. */
export function exitNow(signal: StopSignal): never {
  process.exit(128 + constants.signals[signal])
}

const POLL_MS = 250

/** Read on import, before npm can exit. */
const PARENT = process.ppid

/**
 * Stops a server when npm exits: npm passes signals to its shell only. Only under `npm start` and `npm exec`: other scripts may leave a server running on purpose.
 */
export function onNpmExit(stop: () => void): void {
  if (!['exec', 'start'].includes(process.env['npm_command'] ?? '')) return
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    stop()
  }, POLL_MS)
  timer.unref()
}

/** Set in workers, see `cluster.ts`. */
export const WORKER_VARIABLE = 'GMX_SIM_IS_WORKER'

export function isWorker(): boolean {
  return process.env[WORKER_VARIABLE] === '1' && process.send !== undefined
}

/** Closes the channel to the primary, which would keep the process alive. */
export function disconnectFromPrimary(): void {
  exitFailedWorker()
  if (isWorker()) process.disconnect()
}

/** Ends a worker that failed: the channel would keep it alive, and closing that would end it with code 0. */
export function exitFailedWorker(): void {
  if (isWorker() && process.exitCode) process.exit()
}
