/** A worker process of `serve --workers`: started by the primary, never by hand. */
import { runWorker } from '../workers/worker.js'
import { createLog } from './log.js'

// Ctrl+C reaches every process of a terminal: the primary is the one to say what follows from it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const line = {
  send: (message: object) => void process.send?.(message),
  onMessage: (listener: (message: never) => void) => void process.on('message', listener as () => void),
}
runWorker(
  line,
  ({ quiet, logLevel }) => {
    const log = createLog(quiet ? 'silent' : logLevel)
    return (error) => log.error({ err: error }, 'bug')
  },
  () => process.disconnect(),
)
