/** Stops a server when npm exits: npm passes signals to its shell only. */

const POLL_MS = 250

/** Read on import, before npm can exit. */
const PARENT = process.ppid

/** Only under `npm start` and `npm exec`: other scripts may leave a server running on purpose. */
export function onNpmExit(stop: () => void): void {
  if (!['exec', 'start'].includes(process.env['npm_command'] ?? '')) return
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    stop()
  }, POLL_MS)
  timer.unref()
}
