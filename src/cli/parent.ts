/** How often to look, in ms: so long may a server outlive what started it. */
const EVERY_MS = 250

/**
 * Calls `then` once the process that started this one has ended, where that was npm for `npx gmx-sim` or `npm start`.
 * npm runs those in a shell and passes signals to the shell alone. Other scripts may start a server to leave it running.
 */
export function onNpmGone(then: () => void): void {
  if (!['exec', 'start'].includes(process.env['npm_command'] ?? '')) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, EVERY_MS)
  timer.unref()
}
