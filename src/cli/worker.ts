/** A worker process of `serve --workers`: started by the primary, never by hand. */
import type { Link } from '../workers/channel.js'
import { runWorker } from '../workers/worker.js'
import { createLog } from './log.js'

// Ctrl+C reaches every process of a terminal: the primary is the one to say what follows from it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const primary: Link = {
  // Without the primary Node ends this process; what was under way to it may fail before.
  send: (message) => void (process.connected && process.send?.(message, undefined, undefined, () => {})),
  onMessage: (listener) => void process.on('message', listener as () => void),
}
runWorker(
  primary,
  ({ quiet, logLevel }) => {
    const log = createLog(quiet ? 'silent' : logLevel)
    return (error) => log.error({ err: error }, 'bug')
  },
  () => process.disconnect(),
)
