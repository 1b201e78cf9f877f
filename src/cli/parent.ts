/** How often to look, in ms: so long may a server outlive what started it. */
const EVERY_MS = 250

/** Taken before all else is loaded, which takes long enough for a signal to come in between. */
const PARENT = process.ppid

/**
 * Calls `then` once the process that started this one has ended, where that was npm for `npx gmx-sim` or `npm start`.
 * npm runs those in a shell and passes signals to the shell alone. Other scripts may start a server to leave it running.
 */
export function onNpmGone(then: () => void): void {
  if (!['exec', 'start'].includes(process.env['npm_command'] ?? '')) return
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    then()
  }, EVERY_MS)
  timer.unref()
}
