/** Poll interval in ms: a server may outlive npm for that long. */
const EVERY_MS = 250

/** Read first: the parent may end while the rest loads. */
const PARENT = process.ppid

/**
 * Calls `then` once npm has ended, which passes signals to its shell alone. Other scripts may leave a server running.
 */
export function onNpmExit(then: () => void): void {
  if (!['exec', 'start'].includes(process.env['npm_command'] ?? '')) return
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    then()
  }, EVERY_MS)
  timer.unref()
}
